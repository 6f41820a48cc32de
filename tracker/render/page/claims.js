// What the panel says beside the news: verdicts, claims at this moment, comparisons, the overview.
// Part of tracker. SPDX-License-Identifier: MIT

import { cellsOf, shareOf } from "./cells.js";
import { Badge, slipsCounted } from "./events.js";
import { capital, LIKELY } from "./quiz.js";
import { signOf } from "./signs.js";
import { html } from "./view.js";
import { bits, List, MomentLink, Para, placedTexts, ruledOut } from "./why.js";

/** A verdict of the audit, in the place where it happened, with a link to the moment before. */
export function Judged({ game, mark }) {
  const chair = game.view(mark.seat) ? `&as=${encodeURIComponent(mark.seat)}` : "";
  return html`<p class=${`judged ${mark.kind}`}><${Badge} kind=${mark.kind} /> ${game.named(mark.text)} See <a class="moment" href=${`#event=${mark.event - 1}${chair}`}>the moment before${chair ? html`, as <bdi>${mark.seat}</bdi> sees it` : ""}</a>.</p>`;
}

/** Each half-suit in play as a claim of the view's team: how sure, how it would be named, who could. */
export function ClaimsNow({ view, at }) {
  const { game } = view;
  const every = game.openBooks(at).flatMap((book) => view.teams().map((team) => ({ book, team, claim: view.claim(book, team, at), able: game.provers(book, team, at) })));
  const isListed = ({ claim, able }) => able.length || (claim.holdings && !(claim.verdict === "open" && shareOf(claim.odds ?? "0") < LIKELY));
  const rank = ({ claim }) => ({ proven: 101, impossible: -1, far: -1 })[claim.verdict] ?? (claim.odds ? shareOf(claim.odds) : -1);
  const rows = every.filter(isListed).sort((one, other) => rank(other) - rank(one));
  const rest = every.filter((each) => !isListed(each));
  const head = view.raw.seats.length ? `Claims now, as ${view.looker} them` : "Claims now, as the public sees them";
  const more = unlisted(view, at, rest);
  return html`<div class="claims-now"><h4>${game.named(head)}</h4>${rows.length ? html`<ul>${rows.map((row) => html`<${ClaimRow} view=${view} ...${row} />`)}</ul>` : null}
    ${rows.length || more.length ? more : html`<p class="quiet">No claim is likely to be right.</p>`}</div>`;
}

/** What is said of the claims that have no line of their own: by why they are hardly worth one. */
function unlisted(view, at, rest) {
  if (view.board(at).bits === null) return [html`<p class="quiet">Of a record with gaps, only claims that are proven are shown.</p>`];
  if (view.teams().length > 1) return [];
  const books = (verdict) => rest.filter(({ claim }) => claim.verdict === verdict).map(({ book }) => book.name).join(", ");
  return [
    [`Open, no naming likelier than ${LIKELY}%`, books("open")],
    ["Not yet (some card is no likelier theirs than not)", books("far")],
    ["Not theirs (a card is with the other team)", books("impossible")],
  ].filter(([, named]) => named).map(([why, named]) => html`<p class="quiet">${why}: ${named}.</p>`);
}

const CLAIMS = {
  proven: ["proven", "In every deal the team has it all, each card where it says"],
  owned: ["owned", "In every deal the team has it all; who has which card is not fixed. The naming is the likeliest"],
  open: ["open", "In some deal the team has it all. The naming is the likeliest"],
  impossible: ["not theirs", "In no deal the team has it all"],
  far: ["not yet", "Some card is no likelier to be with the team than not"],
};

function ClaimRow({ view: { game, raw }, book, team, claim, able }) {
  const [words, title] = CLAIMS[claim.verdict];
  const whose = raw.seats.length ? "" : game.named(` (${game.teams[team].join("+")})`);
  const prover = (name) => (name === "public" ? "everyone" : name.includes("+") ? "the team together" : name);
  return html`<li><span><strong>${book.name}</strong>${whose}</span> <span class=${`verdict ${claim.verdict}`} title=${title}>${words}${claim.odds ? ` ${claim.odds}%` : ""}</span>
    ${Object.keys(claim.holdings ?? {}).length ? html`<span class="naming">${game.named(game.naming(claim.holdings))}</span>` : null}
    ${able.length ? html`<span class="able">Provable by: ${game.named(able.map(prover).join(", "))}</span>` : null}</li>`;
}

/** What one view knows at a moment and another does not, both ways round. */
export function Comparison({ view, other, at }) {
  return [[view, other], [other, view]].map(([one, two]) => {
    const { placed, excluded } = one.knowsBeyond(two, at);
    const items = [...placedTexts(placed), ...ruledOut(excluded)];
    return html`<${List} game=${view.game} head=${`What ${one.knower} knew and ${two.knower} did not`} items=${items} />`;
  });
}

/** What the event would have told with the other answer: everyone, and the one who asked. */
export function WhatIf({ game, at }) {
  const told = game.views.filter((view) => view.raw.otherwise[at] !== undefined);
  if (!told.length) return null;
  const { kind } = game.events[at - 1];
  const items = told.map((view) => `${capital(view.viewer)}: ${otherwiseText(view, at, kind)}`);
  return html`<${List} kind="listed what-if" game=${game} head=${`What if the answer had been ${kind === "yes" ? "no" : "yes"}?`} items=${items} />`;
}

function otherwiseText(view, at, kind) {
  const found = view.raw.otherwise[at];
  if (found === null) return "that could not be, and they could know it.";
  const told = found.bits === null ? "an unknown number of bits" : `${found.exact ? "" : "about "}${bits(found.bits)}`;
  const placed = placedTexts(cellsOf(found.placed)).join(", ");
  return `${told} (the ${kind} told ${bits(view.news(at).bits)}), would have placed ${placed || "nothing"}.`;
}

/** An overview of the game: how it went, and where to look. */
export function Overview({ game }) {
  const settled = game.settled.map(({ until, name, team }) => html`<li><${MomentLink} event=${until} /> ${game.named(`${name}: ${team ?? "cancelled"}`)}</li>`);
  return html`<div class="overview">${settled.length ? html`<h4>Half-suits</h4><ul>${settled}</ul>` : null}
    <p class="quiet">${game.slips.length ? `${slipsCounted(game)}: ✘ › goes to the next.` : "No mistake was found."}</p></div>`;
}

/** Whether it was really so, where the record tells. */
export function Truly({ view, at, cell }) {
  const holder = view.truly(cell.card, at);
  if (!holder) return html`<p class="quiet">Where it truly was, the record does not tell.</p>`;
  return html`<${Para} game=${view.game} kind="really" text=${`It was ${holder === cell.seat ? "really" : "not"} so: ${holder} held the ${signOf(cell.card)}.`} />`;
}
