"""The sentences of a step name all that it uses, and every alternative that it rules out.

That what is named is enough is judged without words (``check_steps``); here the words are read: the
numbers of events and steps, the cards and the players in them. What a sentence should name is
worked out from the record, not by the code that makes the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from tests.explain.positions import deduced, deductions, mixed_game, samples
from tests.marks import first
from tracker.explain import Explainer, Explanation, Step, card_at, whole_claim
from tracker.explain.explanation import HowMany
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Event, Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import (
    Clause,
    EventCause,
    HandCause,
    Literal,
    OwnCause,
    SizeCause,
)
from tracker.notation.text import loads
from tracker.render.explanation_words import RULE_OF_GIFTS, ExplanationWords

CARD = re.compile(r"\b(?:10|[2-9JQKA])[CDHS]\b|\b[RB]J\b")
MOST_WORDS = 40
"""A sentence that is understood at first reading has no more."""
FILLER = (
    *("leave nothing else", "holds 0 cards", "holds no cards", "no choice", "all of the 2"),
    *("elsewhere", "no more cards than needed", "does not give it up"),
)
UNCLEAR = re.compile(r"\b(?:had|have) (?:it|them) then\b")
"""At which moment that was, the reader would have to find out."""
UNNAMED = re.compile(r"leaves only \d+ cards for")
"""A count of cards that the reader would have to find."""
NO_REASON = re.compile(rf"\b[Nn]ot (?:the )?(?:(?:{CARD.pattern}) ?)+\((?:event|step)")
"""An exclusion that only points to a number: the reader would have to look up why."""


def explanations(record: Record) -> Iterator[Explanation]:
    """What follows of places, and the claims of the record, from the public and from one chair."""
    for deduction in deductions(record):
        with Explainer(deduction) as explainer:
            for card, seat in deduced(deduction)[::3]:
                yield explainer.why(card_at(card, seat))
                yield explainer.why(card_at(card, next_to(record, seat)))
    for number, event in enumerate(record.events, start=1):
        if isinstance(event, Claim):
            with (
                deduce(record, at=number - 1) as deduction,
                Explainer(deduction) as explainer,
            ):
                yield explainer.why(whole_claim(event.book, event.holdings), questions=3000)


def next_to(record: Record, seat: Seat) -> Seat:
    """The seat after another one."""
    return record.seats[(record.seats.index(seat) + 1) % len(record.seats)]


def numbers_after(word: str, text: str) -> set[int]:
    """The numbers that stand after ``event``, ``events``, ``step`` or ``steps``."""
    found = re.findall(rf"\b{word}s? (\d+(?:(?:, | and )\d+)*)", text, re.IGNORECASE)
    return {int(number) for group in found for number in re.findall(r"\d+", group)}


def with_steps_named(step_texts: Sequence[str], text: str) -> str:
    """A text, after those of the steps that it says it does not repeat."""
    places = map(int, re.findall(r", as in step (\d+)", text))
    return " ".join([*(step_texts[place - 1] for place in places), text])


def check_named(explanation: Explanation, step: Step, text: str) -> None:
    """All that a step uses is in its sentences."""
    events, cards = numbers_after("event", text), set(CARD.findall(text))
    for cause in step.because:
        match cause:
            case EventCause(number):
                assert number in events
            case OwnCause(card, seat):
                with_both = (card in part and seat in part for part in sentences(text))
                assert any(with_both) or "own hand" in text
            case HandCause(seat) | SizeCause(seat):
                assert seat in text or explanation.view == seat
    assert {used + 1 for used in step.uses} <= numbers_after("step", text)
    assert {literal.card for literal in step.conclusion} <= cards
    assert {literal.card for _, literal in step.stated} <= cards
    for clause in clauses(step):
        check_alternatives(explanation, step, clause, cards)


def clauses(step: Step) -> Iterator[Clause]:
    """The clauses that a step uses, also those of which only one card was left."""
    yield from step.used
    if isinstance(step.fact, Clause):
        yield step.fact
    yield from (Clause((literal,), cause) for cause, literal in step.stated)


def check_alternatives(
    explanation: Explanation, step: Step, clause: Clause, cards: set[str]
) -> None:
    """Each card that an ask may have been made with is in the sentences, unless none is needed.

    A hand is counted: one more card of the half-suit is in it, whichever that is. So only those
    matter there that everyone had seen elsewhere: had it been one of them, it might be gone.
    """
    asked = ask_of(explanation.record, clause)
    if asked is None:
        return
    book = explanation.record.deck.book_of[asked.card].cards
    alternatives = {card for card in book if card != asked.card}
    if step.rule in ("hand", "hands"):
        number = clause.cause.number if isinstance(clause.cause, EventCause) else 0
        alternatives &= {*replay_of(explanation.record).state(number - 1).located}
    assert alternatives <= cards


def ask_of(record: Record, clause: Clause) -> Ask | None:
    """The ask of which a clause says that the asker held another card of the half-suit."""
    literal = clause.literals[0]
    if not isinstance(clause.cause, EventCause) or not literal.holds:
        return None
    event: Event = record.events[clause.cause.number - 1]
    if not isinstance(event, Ask) or event.asker != literal.seat or literal.card == event.card:
        return None
    return event if literal.card in record.deck.book_of[event.card].cards else None


def check_bounds_of_half_suits(
    words: ExplanationWords, bounds: Sequence[HowMany], text: str
) -> None:
    """What players hold at most of whole half-suits counts, or names, all that they hold of them.

    Args:
        words: the words for an explanation.
        bounds: those that one of its steps concludes.
        text: the sentences of the step.
    """
    state, books = words.state, words.record.deck.by_name
    for bound in bounds:
        named = [name for name in words.numbers.books(bound) if f"{name} " in f"{text} "]
        if len(named) < 2 or not re.search(r"(?:at most|none)[^.]*$", text):
            continue
        if not all(is_counted(card, state) for card in bound.cards):
            continue  # of the dealt hands all cards count
        theirs = {card for card, seat in state.located.items() if seat in bound.seats}
        theirs &= {card for name in named for card in books[name].cards}
        besides = re.search(rf"besides (?:the )?((?:(?:{CARD.pattern}) ?)+)", text)
        assert theirs == ({*CARD.findall(besides[1])} if besides else set()), theirs


def check_says_something(text: str) -> None:
    """The conclusion has not been said before in the same step, and nothing is filler."""
    assert not any(filler in text for filler in FILLER)
    assert not UNNAMED.search(text)
    last = re.split(r"(?:^|[.;:,] )[Ss]o ", text)[-1].rstrip(".").removesuffix(": nobody else can")
    assert text.count(last) == 1 or re.search(r"share [^.]*, one each, so ", text)


def check_reasons(explanation: Explanation, step: Step, text: str) -> None:
    """Exclusions have reasons, no sentence stands twice, and no half-suit is passed over.

    Where all that other half-suits can take is counted, each half-suit is named, or a card of it.
    """
    assert not NO_REASON.search(text)
    assert not UNCLEAR.search(text)
    positive = [part for part in sentences(text) if not part.startswith("Not ")]
    assert len(positive) == len({*positive})
    if step.rule == "counting" and not any(part.least for part in step.addends[1:]):
        cards = {*CARD.findall(text)}
        for name, book in explanation.record.deck.by_name.items():
            assert name in text or name.split()[-1] in text or not cards.isdisjoint(book.cards)


def check_counted_cards(explanation: Explanation, step: Step, texts: Sequence[str]) -> None:
    """Where cards of a half-suit are counted, those that do not count are named, too.

    What an earlier step has counted is named there. Of a count that only says how many there are
    at least, it does not matter what is left out; nor of the dealt hands, where all cards count.
    """
    state, deck = replay_of(explanation.record).state(explanation.at), explanation.record.deck
    place = next(i for i, other in enumerate(explanation.steps) if other is step)
    for bound in (*step.addends[1:], *step.bounds):
        if bound.least or any(not is_counted(card, state) for card in bound.cards):
            continue
        shown = next((i for i in step.uses if bound in explanation.steps[i].bounds), place)
        named = {*CARD.findall(texts[shown])}
        for name in {deck.book_of[card].name for card in bound.cards}:
            others = {*deck.by_name[name].cards} - {*bound.cards}
            in_short = f"f the {name} only " in texts[shown]
            assert in_short or others <= named, others - named


def is_counted(card: Card, state: State) -> bool:
    """Whether a card counts where hands are counted as they are now."""
    return state.is_open(card) and card not in state.located


def check_citations(explanation: Explanation, text: str) -> None:
    """What is said to be by a step is what that step concludes, at the moment of the conclusion."""
    assert not re.search(r"\b(?:then|never \w+ \w+|moved) \((?:by )?steps? ", text)
    pattern = r"Not (?:the )?([^:]*): (\S+) ([^:(.]*?)(?:it|them)( [^:(.]*)?\(step (\d+)\)"
    for cards, who, verb, _, number in re.findall(pattern, text):
        concluded = {*explanation.steps[int(number) - 1].conclusion}
        for card in CARD.findall(cards):
            holds = Literal(card, who, "not" not in verb) in concluded
            elsewhere = {(one.card, one.holds) for one in concluded if one.seat != who}
            assert holds or ("not" in verb and (card, True) in elsewhere)


def check_last_sentence(explanation: Explanation) -> None:
    """The last sentence says what was asked, of the same card and the same player.

    Where a known hand has the card, it says whose, right below the verdict.
    """
    words = ExplanationWords(explanation.record, explanation.view, explanation.at, address=False)
    head, *_ = lines = words.lines(explanation)
    (*_, last) = sentences(lines[-1])
    if explanation.conclusion.book is not None:
        assert re.search("cannot all be (so|as asked)|^So all the .* lie as asked", last)
        return
    (part,) = explanation.conclusion.parts
    holds = part.holds == (explanation.verdict == "proven")
    if shown := re.fullmatch(r"(\S+) holds it: (\S+)’s own hand shows it\.", last):
        assert not holds
        assert shown[1] == shown[2] != part.seat
        assert Literal(part.card, shown[1], True) in explanation.steps[-1].conclusion
        assert part.card in head
        assert len(lines) == 2
        return
    assert part.card in last
    assert re.search(rf"\b{part.seat}\b", last)
    so = re.split(r"(?:^|[.;:,] )[Ss]o ", last)[-1].removesuffix(", which has not moved since.")
    assert holds != bool(re.search(r"\b(?:not|neither|[Nn]one|nor)\b", so)), so


def check_other_events(explanation: Explanation, words: ExplanationWords) -> None:
    """Events that are named and are no causes are moves that all saw, and the count says so.

    It says so of what everyone knows, too.
    """
    text = " ".join(words.lines(explanation))
    named = numbers_after("event", re.sub(r"(event \d+) to (\d+)", r"\1 and \2", text))
    facts = {cause.number for cause in explanation.because if isinstance(cause, EventCause)}
    states = replay_of(explanation.record).states(explanation.at)
    for number in named - facts:
        before, after = states[number - 1], states[number]
        assert before.located != after.located or before.books != after.books
    leans = named - facts or "everyone" in text.lower()
    if leans and explanation.smallest and len(explanation.because) > 1:
        assert "Besides where everyone saw cards go, it takes" in " ".join(str(explanation).split())
    else:
        assert "Besides" not in str(explanation)


def check_shared(text: str) -> None:
    """Of all cards that players share, one each, it is said that they had not moved, or until when.

    No other card is among those, as the reader would look for the reason.
    """
    for shared in re.findall(rf"share ((?:(?:{CARD.pattern}) ?)+), one each", text):
        _, _, rest = text.partition(", one each. ")
        rest = rest.partition(", so ")[0]
        if "one of these cards ha" not in rest and " moved " in rest:
            assert {*CARD.findall(shared)} == {*CARD.findall(rest)}


def check_placed(text: str) -> None:
    """Where one of some cards is with others, it is said where the rest are that a bound is of."""
    pattern = (
        rf"one(?: each)? of ((?:(?:{CARD.pattern}) ?)+?), so .* of ((?:(?:{CARD.pattern}) ?)+)"
    )
    for part in sentences(text):
        if found := re.search(pattern, part):
            before = part[: found.start()]
            told = " ".join(
                [before, *re.findall(r"\b(?:hold|was dealt)[^.;:]*", text.replace(part, ""))]
            )
            left = {*CARD.findall(found[2])} - {*CARD.findall(found[1])}
            assert left <= {*CARD.findall(told)}, left


def check_cards_got(explanation: Explanation, step: Step, text: str) -> None:
    """Where a hand is counted, it is said who has a card now that it got and has no longer."""
    state = replay_of(explanation.record).state(explanation.at)
    if step.rule not in ("hand", "hands", "counting") or None in state.sizes.values():
        return
    for ask in (ask_of(explanation.record, clause) for clause in step.used):
        if ask is not None and ask.answer == "yes" and f" for the {ask.card} and gets it" in text:
            holder = state.located[ask.card]
            now = f"the {ask.card} and gets it ({holder} has it now), so {ask.asker}" in text
            assert now == (holder != ask.asker)


def check_dealt(text: str) -> None:
    """Where an event says that somebody was dealt cards, they had not moved before it.

    If it is a claim, the other cards that it names for the player came later, and it is said when.
    """
    cards = rf"((?:(?:{CARD.pattern}) ?)+)"
    if re.search(rf"[Aa]t event \d+ [^.]*, so \S+ was dealt (?:the )?{cards}", text):
        assert re.search("had (?:not )?moved before", text)
    for part in sentences(text):
        if found := re.search(
            rf"correct, so (\S+) was dealt (?:the )?{cards}(?: ?\((.*)\))?", part
        ):
            named = re.search(rf"\b{found[1]} for (?:the )?{cards}", part)
            assert named
            told = CARD.findall(f"{found[2]} {found[3]}")
            assert {*CARD.findall(named[1])} == {*told}, told


def check_rule_of_gifts(texts: Sequence[str]) -> None:
    """The rule that a card asked for is handed over stands once, with the first that needs it."""
    need = [text for text in texts if re.search("hand it over(?!, as)", text)]
    assert [text for text in texts if RULE_OF_GIFTS in text.lower()] == need[:1]
    assert all(text.lower().startswith(RULE_OF_GIFTS) for text in need[:1])
    assert " ".join(texts).lower().count(RULE_OF_GIFTS) == len(need[:1])


def check_what_has_not_moved(explanation: Explanation, step: Step, text: str) -> None:
    """Of no card that has moved is it said that it has not."""
    state = replay_of(explanation.record).state(explanation.at)
    for named in re.findall(rf"((?:(?:{CARD.pattern}) ?)+)ha(?:s|ve) not moved since", text):
        assert not {*CARD.findall(named)} & state.located.keys()
    if "one of these cards has moved since" in text:
        left = re.findall(rf"(?:leaves|:) (?:\S+ )?one of ((?:(?:{CARD.pattern}) ?)+)", text)
        chosen = {card for cards in left for card in CARD.findall(cards)}
        stated = {literal.card for _, literal in step.stated}
        assert not (chosen | stated if step.rule == "all" else chosen) & state.located.keys()


def check_no_moment_between(text: str) -> None:
    """Where a no of another moment rules a card out, it is said that the card had stayed.

    It need not be said of an event that is the next one, or the one before.
    """
    made = 0
    for part in sentences(text):
        if found := re.search(r"event (\d+) .* another of", part):
            made = int(found[1])
        ruled = re.search(r"^Not .*(?:no to it|for it(?: in vain)?) at event (\d+)", part)
        ruled = ruled or re.search(r"^Not .*: at event (\d+) .* hand it over", part)
        if made and ruled and abs(int(ruled[1]) - made) > 1:
            assert f"had not moved {'since' if int(ruled[1]) < made else 'before'}" in part


def check_tense(text: str) -> None:
    """What rules a card out at another moment is told in the past, as is that it had not moved."""
    for part in sentences(text):
        assert not re.search(r"^Not [^:]*: .*\b(?:says?|asks?) [^.]*it(?: in vain)? at event", part)
        assert not re.search(r"\b(?:says?|asks?)\b.* had not moved", part)


def check_own_cards(explanation: Explanation, step: Step, text: str) -> None:
    """Of a card of a known hand that an earlier ask cannot be about, it is said since when."""
    own, made = {cause.card for cause in step.because if isinstance(cause, OwnCause)}, 0
    for part in sentences(text):
        if found := re.search(r"event (\d+) .* another of", part):
            made = int(found[1])
        ruled = re.search(r"^Not (?:the )?([^:]*): \S+ holds (?:it|them)\.$", part)
        if ruled and made != explanation.at:
            assert not own & {*CARD.findall(ruled[1])}


def check_number(text: str) -> None:
    """Two are "neither", more are "none of"."""
    several = rf"((?:(?:{CARD.pattern}) ?)+)"
    for named in re.findall(rf"none of {several}(?!and)", text):
        assert len(CARD.findall(named)) > 2
    assert not re.search(r"neither \w+, ", text)
    assert "both cards" not in text or "none of them" not in text.lower()


def sentences(text: str) -> list[str]:
    """The sentences of a step, or of an explanation."""
    return re.split(r"(?<=[.?;]) ", text)


def check_readable(text: str) -> None:
    """No sentence is long; no card is called unseen, which somebody's own cards are not; sums."""
    assert max(len(part.split()) for part in sentences(text)) <= MOST_WORDS
    assert "unseen" not in text
    for left, right in re.findall(r"((?:\d+ [−+] )+\d+) = (\d+)", text):
        first, *others = re.findall(r"[−+]? ?\d+", left)
        signed = [int(other.replace("−", "-").replace(" ", "")) for other in others]
        assert int(first) + sum(signed) == int(right)


def check_from_then_to_now(explanation: Explanation, step: Step, text: str) -> None:
    """Where an earlier ask says where a card is that has not moved, the step says so.

    The asks are those about the half-suit of a card that it concludes of; or, where a hand is
    counted, all of them.
    """
    replay = replay_of(explanation.record)
    state, deck = replay.state(explanation.at), explanation.record.deck
    cards = {literal.card for literal in step.conclusion}
    cards |= {card for bound in step.bounds for card in bound.cards}
    stay = {card for card in cards if state.is_open(card) and card not in state.located}
    books = {deck.book_of[card].name for card in stay}
    for cause in step.because:
        if isinstance(cause, EventCause) and cause.number < explanation.at and stay:
            event = explanation.record.events[cause.number - 1]
            if isinstance(event, Ask) and (
                deck.book_of[event.card].name in books or step.rule in ("hand", "hands", "counting")
            ):
                assert re.search("moved (since|before)|left .* since", text)


def check(record: Record) -> int:
    """Check all the explanations of a record; returns the number of steps."""
    number = 0
    for explanation in explanations(record):
        words = ExplanationWords(record, explanation.view, explanation.at, address=False)
        texts = [words.step(step, explanation.steps) for step in explanation.steps]
        check_rule_of_gifts(texts)
        if explanation.verdict in ("proven", "refuted"):
            check_last_sentence(explanation)
            check_other_events(explanation, words)
        for step, text in zip(explanation.steps, texts, strict=True):
            try:
                check_named(explanation, step, with_steps_named(texts, text))
                check_bounds_of_half_suits(words, step.bounds, text)
                check_says_something(text)
                check_reasons(explanation, step, text)
                check_counted_cards(explanation, step, texts)
                check_citations(explanation, text)
                check_what_has_not_moved(explanation, step, text)
                check_readable(text)
                check_no_moment_between(text)
                check_tense(text)
                check_dealt(text)
                check_placed(text)
                check_cards_got(explanation, step, text)
                check_shared(text)
                check_own_cards(explanation, step, text)
                check_number(text)
                check_from_then_to_now(explanation, step, text)
            except AssertionError as error:
                raise AssertionError(f"{step.rule} at {explanation.at}: {text}") from error
            number += 1
    return number


@pytest.mark.parametrize("name", first(6, samples()))
def test_samples(name: str) -> None:
    check(samples()[name])


@pytest.mark.parametrize("seed", first(6, range(40)))
def test_random_games(seed: int) -> None:
    check(mixed_game(seed))


def test_a_long_sentence_and_a_wrong_sum_are_missed() -> None:
    """The check itself."""
    check_readable("8 − 1 − 3 = 4, so Ann holds at least 4 of 2C 3C 4C 5C.")
    with pytest.raises(AssertionError):
        check_readable("8 − 1 − 3 = 5, so Ann holds at least 5 of 2C 3C 4C 5C 6C.")
    with pytest.raises(AssertionError):
        check_readable("Ann holds " + "2C " * MOST_WORDS)


def test_an_exclusion_without_a_reason_is_missed() -> None:
    """The check itself."""
    assert NO_REASON.search("Not 9C 10C (step 1).")
    assert NO_REASON.search("Not the 5S (event 21).")
    assert not NO_REASON.search("Not the 5S: Ravi said no to it at event 21.")
    assert not NO_REASON.search("Not Ines or Nora (steps 1 and 4).")


def test_a_no_of_another_moment_is_missed() -> None:
    """The check itself."""
    ask = "At event 29 Deb asks Hue for the 3C, so Deb has another of the low clubs."
    check_no_moment_between(f"{ask} Not the 4C: Deb said no to it at event 30.")
    check_no_moment_between(
        f"{ask} Not the 4C: Deb said no to it at event 212, and it had not moved before that."
    )
    for reason in ("Deb said no to it", "Deb asked Ivo for it"):
        with pytest.raises(AssertionError):
            check_no_moment_between(f"{ask} Not the 4C: {reason} at event 212.")


@pytest.mark.parametrize(
    "text",
    [
        "Not the 3H: Dora asks Carl for it in vain at event 2, and it had not moved since.",
        "Not the 10S: Dora says no to it at event 66, and it had not moved before that.",
        "Not the 10S: you say no to it at event 66.",
    ],
)
def test_a_present_tense_for_what_was_before_is_missed(text: str) -> None:
    """The check itself."""
    check_tense("Not Ann: at event 8 Bob asks Ann for it and does not get it.")
    check_tense(text.replace("asks", "asked").replace("says", "said").replace("say ", "said "))
    with pytest.raises(AssertionError):
        check_tense(text)


def test_a_card_that_was_dealt_is_not_one_that_came() -> None:
    """The check itself."""
    claim = "At event 60 Ann claims low clubs, naming Ann for AC 3C and Bob for 2C 5C: correct, "
    before = "None of these cards had moved before."
    check_dealt(f"{claim}so Bob was dealt the 2C (the 5C came at event 3). {before}")
    check_dealt(f"{claim}so Bob was dealt 2C 5C. {before}")
    for wrong in (f"{claim}so Bob was dealt 2C 5C.", f"{claim}so Bob was dealt the 2C. {before}"):
        with pytest.raises(AssertionError):
            check_dealt(wrong)


@pytest.mark.parametrize("rest", ["3D 6D 7D have", "6D 7D have", "2D 3D 6D 7D have"])
def test_a_shared_card_that_has_moved_is_not_passed_over(rest: str) -> None:
    """The check itself."""
    shared = "Ann, Bob and Carl share 2D 6D 7D, one each."
    so = "not moved since, so Dora holds neither the 6D nor the 7D."
    check_shared(f"{shared} The 2D had not moved before event 67, and 6D 7D have {so}")
    check_shared(f"{shared} None of these cards has moved since, so Dora holds none of them.")
    with pytest.raises(AssertionError):
        check_shared(f"{shared} {rest} {so}")


def test_a_card_that_a_counted_hand_has_no_longer_is_missed() -> None:
    """The check itself."""
    record = samples()["quartets-four"]
    with deduce(record, at=58) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(card_at("9C", "Juri"))
    text = ExplanationWords(record, "public", 58).step(found.steps[0], found.steps)
    assert "Leni asks Juri for the 10H and gets it (Juri has it now), so Leni" in text
    check_cards_got(found, found.steps[0], text)
    with pytest.raises(AssertionError):
        check_cards_got(found, found.steps[0], text.replace(" (Juri has it now)", ""))


def test_a_card_of_a_bound_whose_place_is_not_said_is_missed() -> None:
    """The check itself."""
    ask = "Not the KD: Ann has had it all along. That leaves Dora one of 10D JD QD AD."
    so = "Dora has one of 10D JD QD AD, so Carl holds at most 3 of 10D JD QD KD AD."
    check_placed(f"{ask} Ann holds the KD, and {so}")
    with pytest.raises(AssertionError):
        check_placed(f"{ask} {so}")


def test_an_own_card_without_since_when_is_missed() -> None:
    """The check itself."""
    record = samples()["pagat-six"]
    with deduce(record, view="Marta", at=40) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(card_at("7D", "Lars"))
    text = ExplanationWords(record, "Marta", 40, address=False).step(found.steps[0], found.steps)
    check_own_cards(found, found.steps[0], text)
    wrong = text.replace("Marta has had it all along", "Marta holds it")
    assert wrong != text
    with pytest.raises(AssertionError):
        check_own_cards(found, found.steps[0], wrong)


def test_a_card_that_is_left_out_of_a_count_is_missed() -> None:
    """The check itself."""
    record = samples()["pagat-six"]
    with deduce(record, at=106) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(card_at("2H", "Yusuf", holds=False))
    words = ExplanationWords(record, "public", 106, address=False)
    texts = [words.step(step, found.steps) for step in found.steps]
    check_counted_cards(found, found.steps[1], texts)
    texts[1] = texts[1].replace("Everyone knows where 2D 4D are. ", "")
    with pytest.raises(AssertionError):
        check_counted_cards(found, found.steps[1], [text.replace("2D", "it") for text in texts])


def test_a_step_that_is_cited_for_another_moment_is_missed() -> None:
    """The check itself: what a step has shown is said as it has shown it."""
    record = samples()["pagat-six"]
    with deduce(record, view="Priya", at=49) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(card_at("10C", "Marta"))
    text = ExplanationWords(record, "Priya", 49).step(found.steps[1], found.steps)
    assert "Not the JC: Lars holds it (step 1), and it has not moved." in text
    check_citations(found, text)
    for wrong in ("Lars had it then (step 1)", "Tom holds it (step 1)"):
        with pytest.raises(AssertionError):
            check_citations(found, text.replace("Lars holds it (step 1)", wrong))


def test_a_bound_of_half_suits_that_forgets_a_known_card_is_missed() -> None:
    """The check itself: with the 9C that all saw go to Ann she may hold three clubs."""
    record = loads("seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 9C: yes\n")
    words = ExplanationWords(record)
    clubs = [card for card in record.deck.cards if card.endswith("C") and card != "9C"]
    bounds = [HowMany(("Ann",), tuple(clubs), 0, 2)]
    text = words.numbers.bound(bounds[0])
    assert text == "besides the 9C Ann holds at most 2 of the low clubs and high clubs"
    check_bounds_of_half_suits(words, bounds, text)
    with pytest.raises(AssertionError):
        check_bounds_of_half_suits(
            words, bounds, "of the low clubs and high clubs Ann holds at most 2"
        )
    least = HowMany(("Ann",), tuple(clubs), 2, len(clubs))
    assert words.numbers.bound(least) == "of the low clubs and high clubs Ann holds at least 2"


@pytest.mark.parametrize(
    "text",
    [
        "Bob holds none of 3H 6H.",
        "So neither Ann, Eve nor Bob holds the 2H.",
        "That makes both cards of Bob’s hand. None of them has left Bob’s hand since.",
    ],
)
def test_a_wrong_number_is_missed(text: str) -> None:
    """The check itself."""
    check_number("Bob holds none of 3H 6H 7H, and neither Ann nor Bob holds the 2H.")
    with pytest.raises(AssertionError):
        check_number(text)


def test_a_literal_that_the_reader_would_have_to_find_is_missed() -> None:
    """The check itself: a sentence without one of the cards does not pass."""
    record = samples()["pagat-six"]
    explanation = next(one for one in explanations(record) if one.steps[0].rule == "one-of")
    step = explanation.steps[0]
    text = ExplanationWords(record, explanation.view, explanation.at, address=False).step(
        step, explanation.steps
    )
    assert isinstance(step.fact, Clause)
    other = next(card for card, _, _ in step.fact.literals if card != step.conclusion[0].card)
    with pytest.raises(AssertionError):
        check_named(explanation, step, text.replace(other, "it"))
    assert Literal(other, step.fact.literals[0].seat, True) in step.fact.literals
