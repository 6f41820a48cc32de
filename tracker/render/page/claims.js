// What the panel says beside the news: verdicts, claims at this moment, comparisons, the overview.
// Part of tracker. SPDX-License-Identifier: MIT

/** A verdict of the audit, in the place where it happened, with a link to the moment before. */
function judged(mark) {
  const before = mark.event - 1;
  const chair = VIEWS.some((view) => view.name === mark.seat) ? `&as=${encode(mark.seat)}` : "";
  const link = make("a", { class: "moment", href: `#event=${before}${chair}` }, "the moment before", chair ? [", as ", make("bdi", {}, mark.seat), " sees it"] : "");
  return make("p", { class: `judged ${mark.kind}` }, badge(mark.kind), " ", named(mark.text), " See ", link, ".");
}

/** Each half-suit in play as a claim of the view's team: how sure, how it would be named, who could. */
function claimsNow(view, at) {
  const rows = [];
  const rest = { open: [], far: [], impossible: [] };
  for (const book of BOOKS.filter((one) => at < one.until)) {
    for (const team of view.teams()) {
      const claim = view.claim(book, team, at);
      const able = provers(book, team, at);
      const unlikely = claim.code === undefined || (claim.verdict === "open" && claim.code < LIKELY);
      if (unlikely && !able.length) rest[claim.verdict].push(book.name);
      else rows.push({ order: claim.code ?? 0, node: claimRow(view, book, team, claim, able) });
    }
  }
  const more = unlistedClaims(view, at, rest);
  if (!rows.length && !more.length) more.push(para("No claim is likely to be right.", "quiet"));
  rows.sort((one, two) => two.order - one.order);
  const head = view.raw.seats.length ? `Claims now, as ${looker(view)} them` : "Claims now, as the public sees them";
  return make("div", { class: "claims-now" }, make("h4", {}, named(head)), rows.length ? make("ul", {}, rows.map((row) => row.node)) : null, more);
}

/** What is said of the claims that have no line of their own. */
function unlistedClaims(view, at, rest) {
  if (view.raw.bits[at] === null) return [para("Of a record with gaps, only claims that are proven are shown.", "quiet")];
  return view.teams().length === 1 ? outOfReach(rest) : [];
}

/** The half-suits that are hardly worth a claim, by why. */
function outOfReach({ open, far, impossible }) {
  const lines = [
    [`Open, no naming likelier than ${LIKELY - 1}%`, open],
    ["Not yet (some card is no likelier theirs than not)", far],
    ["Not theirs (a card is with the other team)", impossible],
  ];
  return lines.filter(([, books]) => books.length).map(([why, books]) => para(`${why}: ${books.join(", ")}.`, "quiet"));
}

/** The code of the odds from which on a naming is worth showing: 10 per cent. */
const LIKELY = 11;

const CLAIM_WORDS = { proven: "proven", owned: "owned", open: "open", impossible: "not theirs", far: "not yet" };

function claimRow(view, book, team, claim, able) {
  const share = ["proven", "impossible"].includes(claim.verdict) || claim.code == null ? "" : ` ${chance(claim.code)}%`;
  const chip = make("span", { class: `verdict ${claim.verdict}`, title: CLAIM_TITLES[claim.verdict] }, `${CLAIM_WORDS[claim.verdict]}${share}`);
  const whose = view.teams().length > 1 ? named(` (${GAME.teams[team].join("+")})`) : "";
  const naming = claim.naming?.length ? make("span", { class: "naming" }, named(namingText(book.cards, claim.naming))) : null;
  const who = able.length ? make("span", { class: "able" }, "Provable by: ", named(able.map(proverName).join(", "))) : null;
  return make("li", {}, make("span", {}, make("strong", {}, book.name), whose), " ", chip, naming, who);
}

const CLAIM_TITLES = {
  proven: "In every deal the team has it all, each card where it says",
  owned: "In every deal the team has it all; who has which card is not fixed. The naming is the likeliest",
  open: "In some deal the team has it all. The naming is the likeliest",
  impossible: "In no deal the team has it all",
  far: "Some card is no likelier to be with the team than not",
};

function proverName(name) {
  if (name === "public") return "everyone";
  return name.includes("+") ? `the team together` : name;
}

/** What one view knows at a moment and another does not, both ways round. */
function comparison(view, other, at) {
  return [
    [view, other],
    [other, view],
  ].map(([one, two]) => {
    const { placed, excluded } = one.knowsBeyond(two, at);
    const items = [...placedTexts(placed), ...ruledOut(excluded)];
    const head = `What ${knower(one)} knew and ${knower(two)} did not`;
    return items.length ? list(head, items) : make("div", {}, make("h4", {}, named(head)), para("Nothing.", "quiet"));
  });
}

const knower = (view) => (view.name === "public" ? "everyone" : view.raw.seats.join("+"));

/** What the event would have told with the other answer: everyone, and the one who asked. */
function whatIf(at) {
  const told = VIEWS.filter((view) => view.otherwise(at) !== undefined);
  if (!told.length) return null;
  const { kind } = GAME.events[at - 1];
  const head = `What if the answer had been ${kind === "yes" ? "no" : "yes"}?`;
  const items = told.map((view) => make("li", {}, named(`${capital(viewer(view))}: ${otherwiseText(view, at, kind)}`)));
  return make("div", { class: "listed what-if" }, make("h4", {}, head), make("ul", {}, items));
}

function otherwiseText(view, at, kind) {
  const found = view.otherwise(at);
  if (found === null) return "that could not be, and they could know it.";
  const bitsTold = found.told === null ? "an unknown number of bits" : `${found.exact ? "" : "about "}${bits(found.told)}`;
  const placed = found.placed.length ? `would have placed ${placedTexts(found.placed).join(", ")}` : "would have placed nothing";
  return `${bitsTold} (the ${kind} told ${bits(view.news(at).bits)}), ${placed}.`;
}

/** An overview of the game: how it went, and where to look. */
function overview() {
  const settled = [...GAME.settled].map(([event, name, team]) =>
    make("li", {}, momentLink(event), " ", named(`${name}: ${team ?? "cancelled"}`)),
  );
  return make(
    "div",
    { class: "overview" },
    settled.length ? [make("h4", {}, "Half-suits"), make("ul", {}, settled)] : [],
    para(SLIPS.length ? `${SLIPS.length} mistakes and guesses: ✘ › goes to the next.` : "No mistake was found.", "quiet"),
  );
}

/** Whether it was really so, where the record tells. */
function truly(at, cell) {
  const holder = trueHolder(cardOf(cell), at);
  if (holder < 0) return para("Where it truly was, the record does not tell.", "quiet");
  const sign = cardSign(cardOf(cell));
  const isSo = holder === seatOf(cell);
  const said = isSo ? `It was really so: ${SEATS[holder]} held the ${sign}.` : `It was not so: ${SEATS[holder]} held the ${sign}.`;
  return para(said, "really");
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
