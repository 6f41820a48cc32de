// The list of events: one button each; the present one is marked, and those that are cited.
// Part of tracker. SPDX-License-Identifier: MIT

class EventList {
  /** @param go what to do with the number of an event that is chosen. */
  constructor(root, go) {
    this.root = root;
    const turning = new Set(DATA.turning);
    this.items = [this.item(0, { text: "The deal", kind: "deal" }, false, go)];
    GAME.events.forEach((event, i) => {
      this.items.push(this.item(i + 1, event, turning.has(i + 1), go));
    });
    root.append(...this.items.map((item) => item.node));
  }

  item(number, event, isTurning, go) {
    const cited = make("span", { class: "unseen" });
    const parts = [make("span", { class: "number" }, number || ""), make("span", {}, event.text)];
    if (isTurning) parts.push(make("span", { class: "star", title: "turning point" }, "★"));
    if (event.note) parts.push(make("span", { class: "note" }, event.note));
    const button = make("button", { type: "button", class: event.kind }, parts, cited);
    button.addEventListener("click", () => go(number));
    return { node: make("li", {}, button), button, cited, isCited: false };
  }

  /** Marks the present event and the cited ones; hides those to come where that is wanted. */
  show(at, cited, hideFuture) {
    const wanted = new Set(cited);
    this.items.forEach((item, number) => {
      if (wanted.has(number) !== item.isCited) this.cite(item, wanted.has(number));
      item.node.hidden = hideFuture && number > at;
    });
    if (this.current !== undefined) this.items[this.current].button.removeAttribute("aria-current");
    this.items[at].button.setAttribute("aria-current", "step");
    this.current = at;
    this.scrollTo(this.items[at].node);
  }

  cite(item, isCited) {
    item.isCited = isCited;
    item.node.classList.toggle("cited", isCited);
    item.cited.textContent = isCited ? ", cited" : "";
  }

  /** Brings an item into the list's own window, without moving the page. */
  scrollTo(node) {
    const top = node.offsetTop; // the list is positioned, so this is within it
    const view = this.root.clientHeight;
    if (top < this.root.scrollTop || top + node.offsetHeight > this.root.scrollTop + view) {
      this.root.scrollTop = top - view / 2;
    }
  }
}
