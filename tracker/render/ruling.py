"""A ruling on one page, for players to read and an arbiter to sign: text, Markdown, HTML, JSON.

The page has the question and the answer in one sentence. Then comes the proof; or, where the claim
was not proven, a deal that fits everything and in which the claim is wrong: as it was dealt and as
the hands then were. What else could have been claimed, and who could have, comes next. At the end
the game is replayed with that deal, so that anyone sees that all would have gone the same.

All forms are made from the same sections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich.text import Text

from tracker.analysis.auditor import ClaimAudit
from tracker.analysis.check import CONTRADICTION
from tracker.analysis.conclusions import NoRuling, Ruling
from tracker.answers import certain
from tracker.explain import Explanation
from tracker.explain.gap_why import GapExplanation
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Event, Seat, UnsureAsk
from tracker.game.record import Record, gap_numbers
from tracker.game.replay import replay_of
from tracker.inference.hands import up_to
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import PUBLIC
from tracker.messages import counted, gathered, printable
from tracker.notation.holdings import format_holdings
from tracker.notation.text import format_event, rules_line
from tracker.render.document import (
    BLANK,
    Block,
    Document,
    Heading,
    Pairs,
    Sheet,
    in_html,
    indented,
    line,
)
from tracker.render.forms import EXIT_CONTRADICTION, EXIT_NEGATIVE, Forms
from tracker.render.judging import claimant_able, undecided_because
from tracker.render.page import assets
from tracker.render.phrases import event_text, in_words, listed, odds_words, start_words, when_words
from tracker.render.problem_lines import (
    SUGGESTED,
    contradiction_lines,
    place_words,
    problem_words,
)
from tracker.render.proof_words import ProofWords
from tracker.render.why_text import proof_lines

REPLAY_HEADS: Final = ("Event", "What happened", "With these hands")
HAND_HEADS: Final = ("Player", "Dealt", "At the claim")


def title(ruling: Ruling | NoRuling) -> str:
    """The heading of the page."""
    what = "No ruling" if isinstance(ruling, NoRuling) else "Ruling"
    claim: Claim | ClaimAudit = ruling.claim
    return f"{what} on event {ruling.event}: {claim.claimant} claims {claim.book}"


def facts(ruling: Ruling | NoRuling) -> Iterator[tuple[str, str]]:
    """The head of the page: what is asked, the answer, why, and what it is about."""
    record = ruling.record
    yield "Question", _question(ruling)
    yield "Answer", answer(ruling)
    yield "Why", " ".join(_why(ruling))
    if ruling.short:
        return
    if isinstance(ruling, Ruling):
        yield "Verdict", ruling.claim.verdict + ", if the record is right" * bool(ruling.touching)
    yield "Record", "; ".join(_record_words(ruling))
    yield "Claim", f"event {ruling.event}: {event_text(record, ruling.event)}"
    yield "Rules", rules_line(record)
    tags = dict(record.tags)
    yield from ((tag.capitalize(), tags[tag]) for tag in ("title", "date", "place") if tag in tags)


def _contradictions(ruling: NoRuling) -> Iterator[str]:
    """The statements that clash, and what would make sense of the record."""
    for problem in ruling.problems:
        if problem.code == CONTRADICTION:
            lines = contradiction_lines(ruling.record, problem)
            yield from (problem_words(problem) + ".", *(line.strip() for line in lines))


def _sections(ruling: Ruling) -> Iterator[Block]:
    """The proof or the deal, what else could have been claimed, and what it rests on."""
    explanation = ruling.explanation
    verdict = ruling.claim.verdict
    is_shown = verdict in ("guess", "depends", "unknown")
    deal = explanation.counterexample if is_shown else None
    if verdict == explanation.verdict == "proven":
        yield from _section("Proof", proof_lines(explanation) or [_no_proof(ruling)])
    elif verdict == explanation.verdict == "refuted":
        lines = proof_lines(explanation) or [_no_proof(ruling)]
        yield from _section("Proof that it was wrong", lines)
    elif deal is not None:
        yield from _counterexample(ruling, deal)
    else:
        yield from _section("Proof", [_no_proof(ruling)])
    yield from _section("What else could have been claimed", _other_claims(ruling))
    yield from _section("Who could have claimed it", _who_could(ruling))
    yield from _section("Notes", _notes(ruling))
    game = _played(explanation)
    if deal is not None and game is not None and game.events:
        yield from _replay(game, deal)


def _played(explanation: Explanation) -> Record | None:
    """The game up to the claim, with gaps filled as the deal has them; None where that is open."""
    if isinstance(explanation, GapExplanation):
        return explanation.filled
    return up_to(explanation.record, explanation.at)


def _no_proof(ruling: Ruling) -> str:
    """Why there is neither a proof nor a deal in which the claim is wrong."""
    claim = ruling.claim
    if claim.holdings and claim.verdict in ("proven", "refuted"):
        if isinstance(ruling.explanation, GapExplanation):
            return "It is so however the gaps are filled; what shows it is not told past them."
        so = "proves it" if claim.verdict == "proven" else "rules it out"
        return f"Each hand that {claim.claimant} can have been dealt {so}, each in its own way."
    if ruling.claim.verdict == "refuted":
        return (
            "Each naming that the claim can have been was impossible by then, each for its reasons."
        )
    if claim.verdict == "depends":
        return "None: what the claim named hangs on what the record leaves open."
    if not ruling.claim.holdings:
        because = undecided_because(ruling.claim)
        return f"{because[0].upper()}{because[1:]}: that can be neither proven nor refuted."
    return "None: the record leaves too much open to say whether the claim could be proven."


# -- the question and the answer ------------------------------------------------------------------


def _question(ruling: Ruling | NoRuling) -> str:
    """What was asked."""
    claim: Claim | ClaimAudit = ruling.claim
    naming = claim.naming if isinstance(claim, ClaimAudit) else claim.holdings
    where = f": {format_holdings(naming, ruling.record.seats)}" if naming else ""
    who = f"Could {claim.claimant} prove, before event {ruling.event},"
    return f"{who} that {claim.book} lie {'so' if where else 'as claimed'}{where}?"


def _why(ruling: Ruling | NoRuling) -> Iterator[str]:
    """Why the answer is so, in a sentence, where there is one."""
    if isinstance(ruling, NoRuling):
        return
    explanation = ruling.explanation
    if explanation.verdict == "open" and ruling.claim.verdict == "guess":
        yield from proof_lines(explanation)
    elif explanation.because:
        yield _causes_words(explanation)
    elif explanation.verdict == ruling.claim.verdict in ("proven", "refuted"):  # all saw it
        yield from proof_lines(explanation)[:1]


_ANSWERS: Final[Mapping[str, str]] = {
    "proven": "Yes: in every deal that fits what {who} had seen, the claim is right.",
    "guess": "No: it was a guess{whatever}, {odds}.",
    "refuted": "No: what {viewer} had seen already showed that the claim was wrong.",
    "depends": "It depends on what the record leaves open: {cases}.",
    "unknown": "{hands}.",
}
"""The answer in one sentence, by the verdict."""


def answer(ruling: Ruling | NoRuling) -> str:
    """The answer in one sentence."""
    if isinstance(ruling, NoRuling):
        return "No ruling is possible: no deal fits what the record says up to the claim."
    claim = ruling.claim
    if claim.verdict == "undecided":
        told = "It was not decided" if claim.holdings else "It cannot be told"
        text = f"{told}: {undecided_because(claim)}."
    else:
        text = _ANSWERS[claim.verdict].format(
            who=claim.claimant,
            viewer=_viewer(ruling),
            odds=_odds(ruling),
            cases=_cases(ruling),
            hands=_by_hand(ruling.claim),
            whatever=f" whatever {claim.claimant} was dealt" if claim.by_hand else "",
        )
    if not ruling.touching:
        return text
    stands = f"{text[0].lower()}{text[1:]}".replace(": ", ", ", 1)
    return f"No ruling before the record is put right. As it stands: {stands}"


def _by_hand(claim: ClaimAudit) -> str:
    """Why it cannot be told whether a claim was proven, where the dealt hand is not known."""
    hand, proof = f"the dealt hand of {claim.claimant}, which is not known", claim.by_hand
    if claim.outcome in ("split", "opponents"):
        return f"No: it was wrong. Whether it was a guess hangs on {hand}"
    if proof is None or proof.could is None or proof.could_not is None:
        seen = "what everyone had seen does not prove the claim"
        return f"It cannot be told: it hangs on {hand}, and {seen}"
    could, not_so = (
        " ".join(card for card, seat in deal.items() if seat == claim.claimant)
        for deal in (proof.could, proof.could_not)
    )
    return f"It hangs on {hand}: yes if it was {could}; no if it was {not_so}"


def _cases(ruling: Ruling) -> str:
    """Each verdict with the cases in which it is that; of the most common one, "otherwise"."""
    judged = ruling.claim.cases or ()
    cases = gathered((case.value.verdict, when_words(case.when)) for case in judged)
    by_number = sorted(cases, key=lambda verdict: len(cases[verdict]))
    parts = [f"{verdict} if {', or '.join(cases[verdict])}" for verdict in by_number[:-1]]
    return "; ".join([*parts, *(f"otherwise {verdict}" for verdict in by_number[-1:])])


def _viewer(ruling: Ruling) -> str:
    """Whose view was asked; where the claim was refuted by any hand, the claimant's."""
    seen, verdict = ruling.explanation, ruling.claim.verdict
    if verdict == "refuted" != seen.verdict:
        return str(ruling.claim.claimant)
    return "everyone" if seen.view == PUBLIC else seen.view


def _odds(ruling: Ruling) -> str:
    """How likely the claim was to be right."""
    about = "" if ruling.claim.exact else "about "
    percent = odds_words(ruling.claim.probability)
    return f"right in {about}{percent}% of the deals that fit what {_viewer(ruling)} had seen"


def _record_words(ruling: Ruling | NoRuling) -> Iterator[str]:
    """What is wrong with the record up to the claim."""
    problems = ruling.problems
    yield f"{counted(len(problems), 'problem') if problems else 'no problem'} up to the claim"
    for problem in problems:
        yield f"{place_words(problem.event)}: {problem.message}"
    record = ruling.record
    settled = ruling.settled if isinstance(ruling, Ruling) else {}
    gaps = [number for number in gap_numbers(record) if number not in settled]
    for head, words in {
        "not remembered in full": [f"event {n} ({event_text(record, n)})" for n in gaps],
        "settled by the rest": [
            f"event {n} was {format_event(event, record)}" for n, event in settled.items()
        ],
    }.items():
        if words:
            yield f"{head}: {', '.join(words)}"


# -- the deal in which the claim is wrong ---------------------------------------------------------


def _counterexample(ruling: Ruling, deal: Deal) -> Iterator[Block]:
    """A deal in which the claim is wrong, as dealt and as the hands were at the claim."""
    record, at = ruling.explanation.record, ruling.explanation.at
    dealt = {
        seat: [card for card in record.table.cards if deal.get(card) == seat]
        for seat in deal.values()
    }
    explanation, filled = ruling.explanation, ""
    if isinstance(explanation, GapExplanation):
        then = explanation.hands or {}
        fillings = (f"event {n} was: {', '.join(t)}" for n, t in explanation.fillings.items())
        filled = f" Here {'; '.join(fillings)}." if explanation.fillings else ""
    else:
        then = replay_of(record).state(at).hands_of(deal)
    wrong = {
        card
        for card, seat, holds in ruling.explanation.conclusion.parts
        if (card in then[seat]) != holds
    }
    rows = [
        (seat, _hand(dealt.get(seat, ()), wrong), _hand(then[seat], wrong)) for seat in record.seats
    ]
    words = (
        f"These hands fit all that {_viewer(ruling)} had seen. The cards in brackets are not where "
        f"the claim says.{filled}"
    )
    yield from _section("A deal in which the claim is wrong", [words])
    yield Sheet(HAND_HEADS, rows)


def _replay(game: Record, deal: Deal) -> Iterator[Block]:
    """The game up to the claim, played with a deal: at each ask, what its answer turned on."""
    rows = [
        (str(number), format_event(event, game), _as_it_lay(game, number, event, deal))
        for number, event in enumerate(game.events, start=1)
    ]
    so = ["Every event could have gone just as it did."]
    yield from _section("The game with these hands", so, annex=True)
    yield Sheet(REPLAY_HEADS, rows, right=("Event",))


def _hand(cards: Iterable[Card], wrong: set[Card]) -> str:
    return " ".join(f"[{card}]" if card in wrong else card for card in cards) or "–"


def _as_it_lay(record: Record, number: int, event: Event, deal: Deal) -> str:
    """What of the hands, dealt so, an event turned on."""
    held = replay_of(record).state(number - 1).hands_of(deal)
    match event:
        case UnsureAsk(asker=asker, target=target, cards=cards, answer=answer):
            fits = (
                f"{card}: {_entitled(record, held, asker, card)}; {_has(held, target, card)}"
                for card in cards
                if card not in held[asker] and (card in held[target]) == (answer == "yes")
                if {*record.deck.book_of[card].cards} & {*held[asker]}
            )
            return f"for the {next(fits)}"
        case Ask(asker=asker, target=target, card=card):
            return f"{_entitled(record, held, asker, card)}; {_has(held, target, card)}"
        case Claim(book=book):
            cards = record.deck.by_name[book].cards
            holder = {card: seat for seat, hand in held.items() for card in hand}
            naming = tuple((card, holder[card]) for card in cards if card in holder)
            return f"they lie so: {format_holdings(naming, record.seats)}" if naming else ""
        case _:
            return ""


def _entitled(record: Record, held: Mapping[Seat, Sequence[Card]], asker: Seat, card: Card) -> str:
    """The cards of the half-suit that let a player ask."""
    book = record.deck.book_of[card]
    others = [other for other in held[asker] if other in book.cards and other != card]
    own = f" and the {card} itself" if card in held[asker] else ""
    return f"{asker} has {' '.join(others) or 'no other'}{own}"


def _has(held: Mapping[Seat, Sequence[Card]], seat: Seat, card: Card) -> str:
    return f"{seat} has {'the' if card in held[seat] else 'no'} {card}"


# -- who else, what else --------------------------------------------------------------------------


def _other_claims(ruling: Ruling) -> Iterator[str]:
    """What the claimant could have proven instead."""
    claim, seats = ruling.claim, ruling.record.seats
    own = ruling.provable.get(str(claim.book))
    if own is not None and claim.verdict != "proven":
        since = f", since event {claim.provable_since}" if claim.provable_since else ""
        where = format_holdings(own, seats)
        yield f"{claim.claimant} could prove where the cards were{since}: {where}."
    others = {book: naming for book, naming in ruling.provable.items() if book != claim.book}
    for book, naming in others.items():
        yield f"{claim.claimant} could prove {book} as well: {format_holdings(naming, seats)}."
    if isinstance(ruling.explanation, GapExplanation):
        yield "Not worked out, as the record leaves something open."
    elif not ruling.provable or ([*ruling.provable] == [claim.book] and claim.verdict == "proven"):
        nothing = "Nothing else" if claim.verdict == "proven" else "Nothing"
        when = "then" if claim.by_hand is None else "by what is known of the hand"
        public = ruling.explanation.view == PUBLIC
        yield f"{nothing} could be proven {'by what everyone had seen' if public else when}."


def _who_could(ruling: Ruling) -> Iterator[str]:
    """Who could have proven the claim, or where the cards were, and since when."""
    claim = ruling.claim
    if claim.verdict == "proven":
        since = in_words(ruling.proven_since, lambda start: f" {start_words(start)}", unknown="")
        yield f"{claim.claimant} could prove it{since}."
    mates = certain(claim.provable_by)
    others = [seat for seat in certain(claim.also_proven_for) if seat not in mates]
    knew = claim.book in ruling.provable or claimant_able(claim)
    if mates and claim.verdict == "proven":
        yield f"{listed(mates)} could prove it, too."
    elif mates:
        could_not = f"; {claim.claimant}, who claimed, could not" if knew is False else ""
        yield f"{listed(mates)} could prove where the cards were{could_not}."
    elif claim.leaves_open_who or (claim.verdict in ("depends", "undecided") and not knew):
        yield "The record leaves open who could prove where the cards were."
    elif claim.verdict != "proven":
        nobody = f"Nobody{' else' if knew else ''}{' of the team' if others else ''}"
        yield f"{nobody} whose hand is known could prove where the cards were."
    if others:
        yield f"{listed(others)}, of the other team, could see that it was right."


def _notes(ruling: Ruling) -> Iterator[str]:
    """What the ruling rests on."""
    explanation, who = ruling.explanation, ruling.claim.claimant
    if ruling.claim.by_hand is not None:
        yield f"The dealt hand of {who} is not known: each that the whole record allows was tried."
    if explanation.view == PUBLIC:
        yield f"Judged by what everyone had seen, as the hand of {who} is not known."
        if ruling.claim.verdict == "unknown":
            yield f"With the hand in the record ('hand {who}: CARD …'), this can be ruled on."
    else:
        yield f"Judged by what {explanation.view} had seen before event {ruling.claim.event}."


def _causes_words(explanation: Explanation) -> str:
    """How many facts a proof rests on, and which; across gaps the proof itself lists them."""
    counted_off = counted(len(explanation.because), "fact")
    if not isinstance(explanation, GapExplanation):
        counted_off = ProofWords.of(explanation, address=False).counted_off(explanation.because)
    fewer = explanation.smallest and len(explanation.because) > 1
    rests = f"All could see where cards went. Besides that the proof rests on {counted_off}."
    return f"{rests}{' Fewer would not prove it.' * fewer}"


# -- the document ---------------------------------------------------------------------------------


def document(ruling: Ruling | NoRuling) -> Document:
    """The page: the question and the answer, then what shows it."""
    yield from (Heading(title(ruling), top=True), BLANK)
    yield Pairs(
        [
            (Text(name, "dim"), Text(printable(of), "bold" if name == "Answer" else ""))
            for name, of in facts(ruling)
            if of
        ]
    )
    if ruling.short:
        return
    if isinstance(ruling, NoRuling):
        yield from _section("What contradicts what", _contradictions(ruling))
    else:
        yield from _sections(ruling)
    yield from (BLANK, line(f"Record {ruling.digest}", "dim"))


def _section(heading: str, lines: Iterable[str], *, annex: bool = False) -> Iterator[Block]:
    """A part of the page."""
    yield from (BLANK, Heading(heading, annex=annex))
    yield from map(indented, lines)


def ruling_page(ruling: Ruling | NoRuling) -> str:
    """The page as one HTML file without scripts, to print."""
    from markupsafe import Markup

    blocks = [*document(ruling)]
    annexes = (n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.annex)
    end = next(annexes, len(blocks) if ruling.short else len(blocks) - 1)
    return assets.page(
        "ruling.html",
        "",
        scripts=(),
        styles=("document.css", "ruling.css"),
        title=title(ruling),
        ruling=Markup(in_html(blocks[:end])),  # all in it is escaped
        annex=Markup(in_html(blocks[end:])),
    )


# -- JSON -----------------------------------------------------------------------------------------


def _line(ruling: Ruling) -> str:
    claim = ruling.claim
    verdict = f"event {claim.event}, {claim.claimant} claims {claim.book}: {claim.verdict}"
    return f"{verdict}, if the record is right" if ruling.touching else verdict


def _status(ruling: Ruling) -> int:
    """Negative unless the claim was proven by a record without a problem that may touch it."""
    return 0 if ruling.claim.verdict == "proven" and not ruling.touching else EXIT_NEGATIVE


RULING: Final = Forms[Ruling](
    line=_line,
    document=document,
    derived={
        **SUGGESTED,
        "Ruling.holdings": lambda ruling, _: dict(ruling.claim.naming),
        "Ruling.rules": lambda ruling, _: ruling.record.rules.items(),
        "Ruling.answer": lambda ruling, _: answer(ruling),
        "Ruling.sound": lambda ruling, _: not ruling.touching,
        "Ruling.provable": lambda ruling, _: {
            book: dict(naming) for book, naming in ruling.provable.items()
        },
    },
    status=_status,
)
NO_RULING: Final = Forms[NoRuling](
    line=title,
    document=document,
    derived={
        **SUGGESTED,
        "NoRuling.verdict": lambda *_: None,
        "NoRuling.answer": lambda ruling, _: answer(ruling),
        "NoRuling.sound": lambda *_: False,
    },
    status=lambda _: EXIT_CONTRADICTION,
)
