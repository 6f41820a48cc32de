// A puzzle: what happened, what is asked, hints, and the mark of an answer. A sheet has many, the app one at a time.
// Part of tracker. SPDX-License-Identifier: MIT

import { PuzzleBoard } from "./puzzle_board.js";
import { signOf } from "./signs.js";
import { Button, Component, html, withSigns } from "./view.js";

const RUNGS = ["where to look", "what to ask", "the first step", "all steps"];

// -- an answer: the parts that were chosen, as a form and a link have them --------------------------

/** The answer that a form gives: the parts in their order, "-" for a card that is not marked; none where too few are given yet. */
function answerOf(form, { joint, least }) {
  const data = new FormData(form);
  if (data.has("none")) return data.get("none");
  const parts = [...data.values()];
  return parts.filter((part) => part && part !== "-").length < least ? null : parts.join(joint);
}

/** Fills a form in with an answer, as answerOf gave it; whether it has such a one. */
function fillIn(form, answer, fields) {
  form.reset();
  const parts = answer.split(fields.joint);
  for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = parts.includes(box.value);
  const names = new Set([...form.querySelectorAll("[type=radio], select")].map((field) => field.name));
  for (const [place, name] of [...names].entries()) form.elements.namedItem(name).value = parts[place];
  return answerOf(form, fields) === answer;
}

/** "None" and all else rule each other out. */
function keepOne({ currentTarget: form, target: changed }) {
  const none = form.elements.namedItem("none");
  if (!none) return;
  if (changed !== none) none.checked = false;
  else if (none.checked) {
    form.reset();
    none.checked = true;
  }
}

/** Whether a seat is said for each card. */
const isNaming = ({ fields }) => Boolean(fields.grid ?? fields.marks);

/** The options that an answer chooses, as the reasons are filed: "5H Bob" where cards are placed. */
export function chosenBy(puzzle, answer) {
  const { fields } = puzzle;
  if (answer === fields.none || answer === "unknown") return [];
  if (fields.seats) return [answer];
  const parts = answer.split(fields.joint);
  return isNaming(puzzle) ? fields.cards.map((card, i) => `${card} ${parts[i]}`).filter((_, i) => parts[i] !== "-") : parts;
}

// -- the mark ---------------------------------------------------------------------------------------

/** The mark of an answer, as the library gives it (mark_choice in tracker/teach/marking.py). */
function markOf(puzzle, answer) {
  const filed = puzzle.marks;
  const chosen = chosenBy(puzzle, answer);
  if (filed.right.some((right) => right.length === chosen.length && right.every((option) => chosen.includes(option)))) {
    return { right: true, word: "Right.", lines: filed.proof, again: [], deals: filed.deals };
  }
  const against = Object.keys(filed.wrong).filter((option) => chosen.includes(option)).map((option) => filed.wrong[option]);
  const wrong = filed.one_statement ? against.slice(0, 1) : against;
  const lacking = wrong.length && filed.wrong_alone ? [] : Object.keys(filed.missing).filter((option) => !chosen.includes(option));
  const reasons = [...wrong, ...lacking.map((option) => filed.missing[option])];
  const notes = reasons.map((reason) => reason.note).join("; ");
  const deals = reasons.flatMap((reason) => reason.deals);
  return {
    right: false,
    word: "Wrong.",
    lines: [notes && `${notes[0].toUpperCase()}${notes.slice(1)}.`, filed.said, ...reasons.flatMap((reason) => reason.proof)].filter(Boolean),
    again: [...(wrong[0]?.again ?? []), filed.parts ? partsOf(puzzle, chosen, filed.right[0]) : ""].filter(Boolean),
    deals: filed.right[0].length || deals.length > 1 ? deals : [...deals, ...filed.deals.filter((deal) => deals.every((other) => handsIn(other) !== handsIn(deal)))],
  };
}

/** Which options are right, and whether some are missing; of a card that is misplaced only that. */
function partsOf(puzzle, chosen, right) {
  const subject = (option) => (isNaming(puzzle) ? option.split(" ")[0] : option);
  const told = chosen.map((option) => `${option} ${right.includes(option) ? "✔" : "✘"}`);
  if (right.some((option) => !chosen.some((other) => subject(other) === subject(option)))) told.push("something is missing");
  return chosen.length ? `Part by part: ${told.join(", ")}.` : "";
}

const handsIn = (deal) => JSON.stringify(deal.hands);

/** What is said of an answer: a first one that is wrong is only refuted. */
function Marked({ mark }) {
  if (!mark) return html`<div class="marked" role="status"></div>`;
  const { right, word, lines, deals } = mark;
  return html`<div class=${right ? "marked right" : "marked"} role="status">${word ? html`<p class="verdict-word">${word}</p>` : null}${lines.map((line) => html`<p>${withSigns(line)}</p>`)}${deals.map((deal) => html`<${Hands} deal=${deal} />`)}</div>`;
}

/** The hands of a deal, the cards that tell marked. */
function Hands({ deal: { hands, tells } }) {
  const sign = (card) => (tells.includes(card) ? html`<mark>${withSigns(card)}</mark>` : withSigns(card));
  return html`<div class="hands"><p>A deal that fits all that was seen (hands now):</p>
    ${Object.entries(hands).map(([seat, cards]) => html`<p>${seat}: ${cards.map((card) => html`${sign(card)} `)}</p>`)}</div>`;
}

// -- the screen -------------------------------------------------------------------------------------

/**
 * A puzzle. ``given`` is a first answer that it had before; ``counted`` is told of the first answer, with the hints
 * before it and what it scored: each hint costs a fifth. Who gives up has scored nothing.
 */
export class Puzzle extends Component {
  /** @type {{ mark: any, used: Set<number>, open: boolean, isOver: boolean }} */
  state = { mark: null, used: new Set(), open: false, isOver: false };
  isCounted = false;

  /** The form is there: a first answer that it had before is marked again. */
  begun = (form) => {
    const { given, puzzle } = this.props;
    if (form && given && fillIn(form, given.answer, puzzle.fields)) this.count(given.answer, given.hints, markOf(puzzle, given.answer), true);
  };

  submit = (event) => {
    event.preventDefault();
    const { puzzle } = this.props;
    const answer = answerOf(event.currentTarget, puzzle.fields);
    if (answer === null) this.setState({ mark: { lines: ["Choose an answer first."], deals: [] } });
    else this.count(answer, this.state.used.size, markOf(puzzle, answer), this.isCounted);
  };

  giveUp = () => {
    const { marks } = this.props.puzzle;
    this.count(null, 0, { lines: [marks.said, ...marks.proof], deals: marks.deals }, true);
  };

  /** Shows a mark; of a first one that is wrong no more than what speaks against it. Only the first counts. */
  count(answer, hints, mark, isAll) {
    const isOver = mark.right !== false || isAll;
    this.setState({ isOver, mark: isOver ? mark : { word: "Wrong. One more try; the first answer counts.", lines: mark.again, deals: [] } });
    if (!this.isCounted) this.props.counted({ answer, hints, score: mark.right ? 1 - hints / (RUNGS.length + 1) : 0 });
    this.isCounted = true;
  }

  /** The events, hands and cells that the first hint speaks of are lit while it is open. */
  hinted = (rung, { currentTarget: { open } }) => this.setState({ used: new Set([...this.state.used, rung]), ...(rung === 0 ? { open } : {}) });

  render({ puzzle, giveUp }, { mark, open, isOver }) {
    const { prompt, table, fields, hints } = puzzle;
    const lit = open ? puzzle.lit : [];
    return html`<p class="asked" id=${`${puzzle.id}-asked`}>${withSigns(prompt)}</p>
      <p class="quiet">${withSigns(table[0])}</p>
      <${PuzzleBoard} puzzle=${puzzle} lit=${lit} />
      <${Happened} events=${puzzle.events} lit=${lit} />
      ${puzzle.left_out ? html`<details class="others"><summary>${withSigns(puzzle.left_out)}</summary><${Happened} events=${puzzle.others} lit=${lit} /></details>` : null}
      <form ref=${this.begun} onChange=${keepOne} onSubmit=${this.submit}><fieldset aria-labelledby=${`${puzzle.id}-asked`}><${Fields} puzzle=${puzzle} />
        ${fields.none ? html`<label><input type="checkbox" name="none" data-part="none" value=${fields.none} /> ${fields.none_words}</label>` : null}</fieldset>
        <button type="submit">Mark it</button> ${giveUp && !isOver ? html`<${Button} on=${this.giveUp}>Show the answer<//>` : null}</form>
      <${Marked} mark=${mark} />
      <div class="ladder"><p class="quiet">Each hint costs a fifth of the point.</p>
        ${hints.map((lines, rung) => html`<details onToggle=${(event) => this.hinted(rung, event)}><summary>Hint ${rung + 1}: ${RUNGS[rung]}</summary><ul>${lines.map((line) => html`<li>${withSigns(line)}</li>`)}</ul></details>`)}</div>
      <ul class="table">${table.slice(1).map((line) => html`<li>${withSigns(line)}</li>`)}</ul>`;
  }
}

/** Events, each with its number. */
const Happened = ({ events, lit }) => html`<ol class="happened">${events.map(([number, text]) => html`<li value=${number} data-lit=${lit.includes(String(number)) || null}>${withSigns(text)}</li>`)}</ol>`;

/** What there is to click: one of some words, any of some, a seat and a card, or a seat for each card. */
function Fields({ puzzle }) {
  const { id, fields } = puzzle;
  const { one, any, words = {}, seats, cards } = fields;
  if (one ?? any) return html`<div class="options">${(one ?? any).map((word) => html`<label><input type=${one ? "radio" : "checkbox"} name=${id} value=${word} /> ${withSigns(words[word] ?? word)}</label>`)}</div>`;
  const choice = (part, label, values, said) => html`<label>${label} <select name=${part} data-part=${part}><option value="">–</option>${values.map((value) => html`<option value=${value}>${said(value)}</option>`)}</select></label>`;
  if (seats) return html`<div class="options">${choice("seat", "Whom", seats, String)} ${choice("card", "for", cards, signOf)}</div>`;
  return html`<${Naming} puzzle=${puzzle} />`;
}

/** A seat for each card; of what follows, only for those that are marked. */
function Naming({ puzzle: { id, number, fields: { cards, grid, marks } } }) {
  const heads = [...(marks ? ["–"] : []), ...(marks ?? grid)];
  const box = (card, seat) => (seat === "–" ? html`<input type="radio" name=${`${id}-${card}`} value="-" defaultChecked /><span class="unseen">The ${withSigns(card)} is not marked</span>` : html`<input type="radio" name=${`${id}-${card}`} value=${seat} /><span class="unseen">${seat} holds the ${withSigns(card)}</span>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${`Puzzle ${number}: who holds each card`}><table class="grid" data-part=${marks ? "marks" : null}>
    <thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${cards.map((card) => html`<tr data-card=${card}><th scope="row">${withSigns(card)}</th>${heads.map((seat) => html`<td><label>${box(card, seat)}</label></td>`)}</tr>`)}</tbody></table></div>
    ${marks ? html`<p class="quiet">Mark only what is proven.</p>` : null}`;
}
