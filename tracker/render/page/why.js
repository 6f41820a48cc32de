// The panel beside the grid: what the event told; or, of the cell chosen, why, or how likely.
// Part of tracker. SPDX-License-Identifier: MIT

class Why {
  constructor(head, root) {
    this.head = head;
    this.root = root;
  }

  /**
   * Shows the news of the event, or the explanation of a cell; returns the events it cites.
   * @param {Shown} shown
   */
  show(shown) {
    const { at, cell } = shown;
    const wanted = cell !== null && isOpen(cardOf(cell), at);
    const reviewed = !wanted && shown.review !== null;
    this.root.parentElement.classList.toggle("asked", wanted || reviewed);
    byId("close").hidden = !wanted && !reviewed;
    const parts = this.parts(shown, wanted);
    setNamed(this.head, parts.head);
    this.root.replaceChildren(...parts.body.filter(Boolean));
    this.root.parentElement.scrollTop = 0;
    return parts.cited ?? [];
  }

  parts(shown, wanted) {
    if (wanted) return this.cell(shown);
    return shown.review === null ? this.event(shown) : reviewCard(shown);
  }

  // -- the event ----------------------------------------------------------------------------------

  event(shown) {
    const { view, at, ask, veiled, other, hidesAnswer, answer } = shown;
    if (at === 0) {
      const left = view.raw.bits[0];
      const start = left === null ? null : para(`${bits(left)} left to learn, as ${looker(view)} it.`);
      return { head: "At the deal", body: [start, para("Choose a cell to ask why.", "quiet"), ask ? null : overview()] };
    }
    if (hidesAnswer) return { head: `Event ${at}`, body: [para(withoutAnswer(at), "event-text"), ...answerPrompt(this, shown)] };
    /** @type {(HTMLElement | null)[]} */
    const body = [para(GAME.events[at - 1].text, "event-text")];
    const note = GAME.events[at - 1].note;
    if (note) body.push(para(note, "note"));
    if (answer !== null) body.push(...answerMarked(view, at, answer));
    if (veiled) body.push(...prompt(shown));
    else {
      body.push(...(MARKS.get(at) ?? []).map((mark) => judged(mark)), ...this.news(view, at));
      if (other) body.push(...comparison(view, other, at));
      body.push(whatIf(at));
      if (ask) body.push(make("p", {}, nextQuestion(view, at)), score());
      if (BOOKS.some((book) => at < book.until)) body.push(claimsNow(view, at));
      if (!ask) body.push(following(view, at));
      if (at === LAST) body.push(overview());
    }
    return { head: `Event ${at}`, body };
  }

  news(view, at) {
    const { placed, excluded, seen, proven, bits: told } = view.news(at);
    const body = [];
    if (proven.length) {
      body.push(list("Now proven", proven.map(([book, team]) => `${book}: ${team} has it all`)));
    }
    if (seen.length) body.push(list("Seen by all", seen.map((card) => `${SEATS[PLACES[at][card]]} has the ${cardSign(card)}`)));
    if (placed.length) body.push(list("Placed", placedTexts(placed)));
    if (excluded.length) body.push(list("Ruled out", ruledOut(excluded)));
    if (!body.length) body.push(para("Nothing became certain.", "quiet"));
    if (told !== null) body.push(para(`Told ${viewer(view)} ${bits(told)}. One bit rules out half of the deals.`, "quiet"));
    return body;
  }

  // -- a cell -------------------------------------------------------------------------------------

  cell(shown) {
    const { view, at, cell, veiled, truth, right } = shown;
    const head = `${cardSign(cardOf(cell))} and ${SEATS[seatOf(cell)]}`;
    if (veiled && PLACES[at][cardOf(cell)] < 0) return { head, body: answered(this, shown) };
    const context = para(`As ${looker(view)} it after event ${at}.`, "quiet");
    const told = this.told(view, at, cell, view.kind(cell, at));
    const praise = right === cell ? para("Right.", "judged proven") : null;
    const really = truth && !veiled ? truly(at, cell) : null;
    return { head, body: [praise, context, ...told.body, really, this.stepper(view, at, cell)], cited: told.cited };
  }

  /** To the events before and after this that changed what the cell shows. */
  stepper(view, at, cell) {
    const changes = view.changes(cell);
    const [before, after] = [changes.findLast((event) => event < at), changes.find((event) => event > at)];
    if (before === undefined && after === undefined) return null;
    const to = (event, text, label) =>
      event === undefined ? null : make("a", { class: "moment", href: `#event=${event}`, "aria-label": label }, text);
    return make(
      "p",
      { class: "cell-steps" },
      "This cell changed: ",
      to(before, `‹ event ${before}`, `this cell changed before, at event ${before}`),
      " ",
      to(after, `event ${after} ›`, `this cell changes next, at event ${after}`),
    );
  }

  told(view, at, cell, kind) {
    if (PLACES[at][cardOf(cell)] >= 0) return this.publicly(at, cell);
    if (kind === "gap" || kind === "possible") return { body: this.open(view, at, cell) };
    return this.certain(view, cell, at);
  }

  publicly(at, cell) {
    const card = cardOf(cell);
    const event = movedAt(card, at);
    const holder = SEATS[PLACES[at][card]];
    const body = [
      verdict("proven", `${holder} holds the ${cardSign(card)}: everyone sees it.`),
      list("Seen at", [eventLink(event)]),
    ];
    return { body, cited: [event] };
  }

  certain(view, cell, at) {
    const reason = view.reason(cell, at);
    const [seat, card] = [SEATS[seatOf(cell)], cardSign(cardOf(cell))];
    if (reason === null) {
      const chair = view.name === "public" ? "" : ` --as ${view.name}`;
      const asked = make("code", {}, `tracker why FILE ${CARDS[cardOf(cell)]} ${seat} --at ${at}${chair}`);
      return { body: [verdict("proven", "Proven, however the gaps are filled."), make("p", { class: "quiet" }, "The causes are told by ", asked, ".")] };
    }
    const said = reason.holds ? `${seat} holds the ${card}` : `${seat} does not hold the ${card}`;
    const since = reason.since ? ["Certain since ", momentLink(reason.since), "."] : ["Certain since the deal."];
    const body = [
      verdict("proven", `Proven: ${said}.`),
      make("p", {}, ...since),
      make("h4", {}, "Why"),
      ...(reason.proved < at ? [para(earlier(reason.proved), "quiet")] : []),
      ...(reason.gist === null ? [] : [para(reason.gist)]),
      stepList(reason.steps),
      ...causesOf(reason),
    ];
    return { body, cited: reason.causes.flatMap((cause) => cause.event ?? []) };
  }

  open(view, at, cell) {
    const card = cardOf(cell);
    const code = view.codes(at)[cell];
    if (code > CERTAIN) {
      const able = SEATS.filter((_, seat) => view.codes(at)[cellOf(card, seat)]);
      const why = code === BY_GAP ? "open only because of a gap: however it is filled, one seat alone can hold it." : "open; how likely each place is is not known.";
      return [verdict("open", `The ${cardSign(card)} is ${why}`), list("Who can hold it", able)];
    }
    return [
      verdict("open", `Open: in ${chance(code)} per cent of the deals, ${SEATS[seatOf(cell)]} holds the ${cardSign(card)}.`),
      make("h4", {}, `Who can hold the ${cardSign(card)}`),
      make("ul", { class: "bars" }, this.bars(view, at, card)),
      this.example(view, at, cell, false),
      this.example(view, at, cell, true),
    ];
  }

  bars(view, at, card) {
    const codes = view.codes(at);
    return SEATS.map((seat, number) => [seat, codes[cellOf(card, number)]])
      .filter(([, code]) => code > 0)
      .sort((one, other) => other[1] - one[1])
      .map(([seat, code]) => {
        const bar = make("span", { class: "bar" });
        bar.style.setProperty("--share", `${Math.max(code - 1, 0.5)}%`);
        return make("li", {}, make("bdi", {}, seat), bar, make("span", {}, `${chance(code)}%`));
      });
  }

  /** A deal in which the cell is so, or is otherwise: the hands it leaves now. */
  example(view, at, cell, holds) {
    const places = view.example(cell, at, holds);
    if (places === null) return null;
    const seat = SEATS[seatOf(cell)];
    const said = holds ? `A deal that fits, with it at ${seat}` : `A deal that fits, with it elsewhere`;
    const hands = SEATS.map((name, number) => {
      const cards = CARDS.map((_, card) => card).filter((card) => isOpen(card, at) && places[card] === number);
      const shown = cards.map((card) => [card === cardOf(cell) ? make("mark", {}, cardSign(card)) : cardSign(card), " "]);
      return make("li", {}, make("strong", {}, make("bdi", {}, name)), " ", make("span", {}, shown.flat()));
    });
    return make("details", { open: !holds }, make("summary", {}, said), make("ul", { class: "hands" }, hands));
  }
}

/** All that follows at a moment, the easiest first: one more card at each press, with its proof. */
function following(view, at) {
  const found = CARDS.flatMap((_, card) => SEATS.map((_, seat) => cellOf(card, seat)))
    .filter((cell) => isOpen(cardOf(cell), at) && view.kind(cell, at) === "deduced")
    .map((cell) => ({ cell, reason: view.reason(cell, at), level: levelOf(view, cell) }))
    .filter(({ reason }) => reason?.holds)
    .sort((one, other) => one.level - other.level || one.reason.steps.length - other.reason.steps.length || one.reason.causes.length - other.reason.causes.length);
  if (!found.length) return null;
  /** @type {Map<string, Cell>} */
  const above = new Map();
  const items = make("ol", { class: "following" });
  const press = button("One more step", {}, () => {
    const { cell, reason, level } = found[items.children.length];
    const steps = reason.steps.map((facts) => proofStep(facts, cell, above));
    items.append(make("li", {}, make("strong", {}, `Level ${level}: `, ...named(placeText(cell))), stepList(steps)));
    press.hidden = items.children.length === found.length;
  });
  const head = `What follows: ${found.length === 1 ? "one card" : `${found.length} cards`}, easiest first`;
  return make("details", { class: "listed" }, make("summary", {}, head), items, press);
}

const levelOf = (view, cell) => DATA.levels[view.raw.techniques[cell] ?? view.raw.at_once[cell] ?? 0];
const placeText = (cell) => `${CARDS[cardOf(cell)]} with ${SEATS[seatOf(cell)]}.`;

/** A step of a proof, as its facts; one that stands above is only named. */
function proofStep(facts, cell, above) {
  const text = JSON.stringify(facts);
  const told = above.get(text);
  if (told === undefined) above.set(text, cell);
  return told === undefined ? facts : [{ parts: [`As above, for the ${placeText(told)}`], cells: [], seats: [] }];
}

/** A number of bits; past gaps it is not worked out. */
const bits = (number) => `${number?.toFixed(2) ?? "?"} ${number === 1 ? "bit" : "bits"}`;
const viewer = (view) => (view.name === "public" ? "the public" : view.raw.seats.join(" and "));
const looker = (view) => {
  if (view.name === "public") return "the public sees";
  return view.raw.seats.length > 1 ? `${view.raw.seats.join(" and ")} together see` : `${view.name} sees`;
};
const para = (text, kind) => make("p", { class: kind }, named(text));
const verdict = (kind, text) => make("p", { class: `verdict-line ${kind}` }, named(text));
const momentLink = (event) => make("a", { href: `#event=${event}`, class: "moment" }, `event ${event}`);

/** What is to be known of a proof that was made at an earlier moment than the one shown. */
const earlier = (since) =>
  `This proof was made ${since ? `after event ${since}` : "at the deal"}: hands and places in it are those of that moment.`;

/** The parts of a sentence: events (numbers) as links, players (in an array) apart, cards as on the grid. */
function sentence(parts) {
  return parts.flatMap((part) => {
    if (typeof part === "number") return [make("a", { href: `#event=${part}`, class: "moment" }, String(part))];
    return typeof part === "string" ? dealtSigns(part) : [make("bdi", {}, ...part)];
  });
}

/** The steps of a proof, a line a fact; what a fact is about is lit while it is pointed at. */
function stepList(steps) {
  const items = steps.map((facts) => make("li", {}, facts.map(factLine)));
  return make(items.length > 1 ? "ol" : "ul", { class: "steps" }, items);
}

function factLine(fact) {
  const line = make("p", { class: "fact", tabindex: 0 }, ...sentence(fact.parts));
  for (const event of ["pointerenter", "focusin"]) line.addEventListener(event, () => grid.light(fact));
  for (const event of ["pointerleave", "focusout"]) line.addEventListener(event, () => grid.light());
  return line;
}

/** How many causes a proof has. */
function causesOf(reason) {
  const size = reason.causes.length === 1 ? "one cause" : `${reason.causes.length} causes`;
  const title = reason.smallest ? `The fewest causes that force it: ${size}` : `${size}, none to spare (perhaps not the fewest)`;
  return [para(`${title}.`, "quiet")];
}

function eventLink(event) {
  return make("span", {}, momentLink(event), " ", named(GAME.events[event - 1].text));
}

function list(head, items) {
  const listed = items.map((item) => make("li", {}, typeof item === "string" ? named(item) : item));
  return make("div", { class: "listed" }, make("h4", {}, head), make("ul", {}, listed));
}

/** Placements that are ruled out, by their cards or by their seats: whichever is shorter. */
function ruledOut(cells) {
  const byCard = gathered(cells, cardOf, (cell) => SEATS[seatOf(cell)]);
  const bySeat = gathered(cells, seatOf, (cell) => cardSign(cardOf(cell)));
  if (byCard.size <= bySeat.size) return [...byCard].map(([card, seats]) => `${cardSign(card)} not ${seats.join(", ")}`);
  return [...bySeat].map(([seat, cards]) => `${SEATS[seat]} not ${cards.join(" ")}`);
}

function gathered(cells, key, value) {
  const found = new Map();
  for (const cell of cells) found.set(key(cell), [...(found.get(key(cell)) ?? []), value(cell)]);
  return found;
}

/** Cards that are placed, by their seats. */
function placedTexts(cells) {
  const bySeat = gathered(cells, seatOf, (cell) => cardSign(cardOf(cell)));
  return [...bySeat].map(([seat, cards]) => `${cards.join(" ")} with ${SEATS[seat]}`);
}

function causeList(causes) {
  return make("ul", { class: "causes" }, causes.map((cause) => make("li", {}, [causeText(cause)].flatMap((part) => (typeof part === "string" ? named(part) : part)))));
}

function causeText(cause) {
  if (cause.event !== undefined) return eventLink(cause.event);
  if (cause.hand !== undefined) return `how many cards ${cause.hand} then held`;
  if (cause.size !== undefined) return `the size of ${cause.size}’s hand as dealt`;
  if (cause.own !== undefined) return `${cause.seat}’s own hand: ${cardSign(CARD_NUMBER[cause.own])}`;
  return `the header: ${cause.header}`;
}
