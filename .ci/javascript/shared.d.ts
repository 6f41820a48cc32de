// What the modules export that pages share with the app: on a page all scripts have one scope (assets.py).

declare const { CARD_IN_TEXT, isRed, shortNames, signOf, signParts }: typeof import("./scripts/signs.js");
declare const { Button, download, html, render }: typeof import("./scripts/view.js");
declare const { Board, knownCell, veiledCell }: typeof import("./scripts/board.js");
