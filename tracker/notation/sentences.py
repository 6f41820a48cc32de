"""What people say for a statement: ``Ann asked Bob for the five of hearts, no``.

The words are joined to parts, and the parts are written down as a *pattern*: ``S asked S for C , no``
(a seat, a card, a half-suit ``B``, what nobody remembers ``U``; other words stand for themselves).
A sentence is understood wholly or not at all: its whole pattern is one of the forms below, which put
the parts into the slots of a statement, or it is an error that names what is not understood.

An answer is told by clauses. Each says yes, or no, or that it is forgotten, of the player asked, and
all say the same: ``no, he had it`` and ``got it from Dora`` are no answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracker.game.cards import Book
from tracker.game.events import (
    OUTCOMES,
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Give,
    HandSize,
    Missing,
    Now,
    Pass,
    PlainEvent,
    Seat,
    Show,
)
from tracker.game.lookup import RANK_WORDS, SUIT_WORDS, card_form, folded, word_table
from tracker.messages import quote
from tracker.notation.names import NOBODY, UNKNOWN, Names
from tracker.notation.problems import Span
from tracker.notation.statements import FIELD_TYPES, VERBS, Slots, usage
from tracker.notation.words import Joined, book_part, card_part, joined_parts, with_alternatives

# -- the forms of sentences -----------------------------------------------------------------------

_WORDS: Final[Mapping[str, str]] = {
    "ASK": (
        "(?:(?:has|have|had|did|tries|tried|is|was|'s) )?(?:asks?|asked|asking|requests?|requested|begs?|begged|demands?|demanded)"
    ),
    "WANT": "(?:(?:has|have|had|did) )?(?:wants?|wanted|demands?|demanded|requests?|requested|asks?|asked)",
    "TAKE": (
        "(?:(?:has|have|had) )?(?:takes?|took|taken|gets?|got|gotten|receives?|received|collects?|collected|wins?|won"
        "|obtains?|obtained|snags?|snagged|lands?|landed|grabs?|grabbed|scores?|scored)"
    ),
    "CLAIM": "(?:(?:has|have|had|is|was|'s) )?(?:claims?|claimed|claiming|declares?|declared|declaring|calls?|called|calling)",
    "SAY": (
        "(?:says?|said|saying|answers?|answered|replies|replied|responds?|responded|goes|went|tells|told|announces|announced|states|stated"
        "|is like|was like|'s like)"
    ),
    "HAS": "(?:(?:does|did|do|indeed|has|have|had|'s|still) )*(?:has|have|had|holds?|held|got|possess|possesses|possessed|'s)",
    "THEY": "he|she|they",
    "THEM": "him|her|them|us",
    "THEIR": "his|her|their",
    "OBLIGED": "(?:has to|have to|had to|must|has no choice but to|had no choice but to|will|(?:has|have|had))",
    "GIVE": (
        "(?:OBLIGED )?(?:gives?|gave|given|hands?|handed|pass|passes|passed|turns|turned|forks|forked|coughs|coughed|slides|slid"
        "|surrendered|surrenders|yields|yielded|produces|produced)"
    ),
    "AGREED": (
        "(?:by|on|as) (?:(?:agreement|decision|ruling|order|orders) of (?:table|arbiter|referee)|(?:table|arbiter|referee) 's (?:orders?|ruling|decision)"
        "|ruled by (?:table|arbiter|referee))"
    ),
    "TABLE": "(?:table|arbiter|referee|we|we all)",
    "FORGET": (
        "(?:(?:i|we)(?: all| really)? (?:forget|forgot|have forgotten|have completely forgotten|no longer (?:know|remember|recall)"
        "|(?:do|can|did|could) not (?:know|remember|recall|hear|catch|see|say|tell(?: you)?)|am not sure|are not sure|missed|lost)"
        "|(?:nobody|no one|none of us) (?:remembers|remembered|knows|knew|heard|recalls|caught)"
        "|(?:do|can|did) not (?:know|remember|recall|hear|catch|ask me)|not sure|forgot|forgotten|no memory of|no idea)(?: any more| anymore)?"
    ),
    "DOUBT": "(?:i|we) (?:think|guess|believe|suppose)|maybe|perhaps|probably|possibly",
}
"""What stands for one of several words in the forms below."""
_NUMBERS: Final = word_table("""
    0: no zero
    1: one
    2: two
    3: three
    4: four
    5: five
    6: six
    7: seven
    8: eight
    9: nine
    10: ten
    11: eleven
    12: twelve
    13: thirteen
""")
_SEAT: Final = "S|U"
_NUMBER: Final = r"\d+|" + "|".join(_NUMBERS)
_RANK: Final = "|".join(RANK_WORDS)
_SLOTS: Final = {
    **dict.fromkeys(("asker", "target", "claimant", "passer", "receiver", "seat"), _SEAT),
    **dict.fromkeys(("challenger", "giver"), _SEAT),
    "card": "C|B|U",
    "cards": f"U|(?:(?:C|{_RANK})(?: ,| and)* )*C",
    "book": "B|U",
    "size": f"(?:{_NUMBER})(?:/(?:{_NUMBER}))*",
    "rest": ".*",
}


def _form(source: str) -> str:
    """The regular expression of a form: ``{field}`` is a slot, capitals are one of ``_WORDS``."""
    source = re.sub(r"\{(\w+)\}", lambda slot: f"(?P<{slot[1]}>{_SLOTS[slot[1]]})", source)
    while re.search(r"\b[A-Z]{3,}\b", source):
        source = re.sub(r"\b[A-Z]{3,}\b", lambda word: f"(?:{_WORDS[word[0]]})", source)
    return source


_FORMS: Final[Sequence[tuple[type[PlainEvent], re.Pattern[str]]]] = [
    (kind, re.compile(_form(form.strip())))
    for kind, forms in {
        Ask: r"""
            (?:when |(?:it )?(?:is|was) )?{asker}(?: ,)?(?: who| that)? ASK(?: to| at)?(?: ,)? {target}(?: ,| for| about| if| whether| THEY| HAS| do| you| have| either)* {card}{rest}
            {asker} (?:goes|says|said|went)(?: to)? {target}(?: ,)? (?:do you have|have you(?: got)?|you got|any) {card}{rest}
            {asker} (?:goes|says|said|went)(?: to)?(?: ,)? {target} , {card}(?= ,){rest}
            {asker} (?:(?:puts|put|makes|made) question|request|turns|turned) to {target}(?: ,| for| about| if| whether| THEY| HAS| demands| asks| asking)* {card}{rest}
            (?:it (?:is|was) )?{asker}(?: ,)?(?: who)? (?:ASK|WANT|fishes|fished)(?: for)? {card}(?: ,)* (?:from|of|off|with|out of) {target}{rest}
            {asker} WANT from {target} {card}{rest}
            {asker} (?:tries|tried|to)(?: THEIR luck with)? {target}(?: ,)?(?: for)? {card}{rest}
            {asker} hits? {target} up for {card}{rest}
            (?:to )?{target}(?: ,)?(?: having)?(?: (?:is|was|been|got|gets))* asked by {asker}(?: ,| for| about)* {card}{rest}
            (?:to )?{target} (?:is|was|got|gets) asked(?: for| about)? {card} by {asker}{rest}
            (?:having been )?asked by {asker} for {card}(?: ,)? (?P<who>{target}){rest}
            {card} (?:is|was) (?:asked|requested|demanded)(?: for)? (?:of|from) {target} by {asker}{rest}
            {card}(?: ,)?(?: (?:is|was|'s|that|that 's) what)? {asker} ASK(?: for)? {target}(?: for)?{rest}
            {card} (?:is|'s) what {asker} WANT from {target}{rest}
            from {target}(?: ,)* {asker} (?:WANT|demands) {card}{rest}
            {asker} 's request (?:to|of) {target} for {card}{rest}
            {asker} 's request for {card} (?:to|of) {target}{rest}
            {asker} 's request for {card} (?:is|was) (?P<got>granted) by {target}{rest}
            {target} (?P<lacks>denies having|(?:did|does) not have|denied having) {card}(?: ,)? (?:which|when) {asker} ASK THEM(?: for)?
            {asker} , request to {target} , {card}{rest}
            {asker} > {target}(?: ,)? {card}{rest}
            {asker} , {target}(?: ,)? {card}(?= ,){rest}
            {card} , {target}(?: ,)? (?:says|asks|said|asked) {asker}{rest}
            (?:do you have|have you got|you got) {card} ,? {target} ,? (?:asks|says|asked|said) {asker}{rest}
            {asker} (?P<got>TAKE) {card} (?:from|off|out of) {target}{rest}
            {asker} (?P<got>TAKE) {target} 's {card}{rest}
            from {target}(?: ,)* {asker} (?P<got>TAKE) {card}{rest}
            {target} (?:OBLIGED )?(?P<got>GIVE|give|HAS)(?: up| over)?(?: THEIR)? {card}(?: up| over)?(?: ,)? (?:when|because|after|as|cuz|cos) {asker} ASK THEM(?: for it)?{rest}
            {asker} ASK for(?: ,)? and (?P<got>TAKE)(?: ,)* {card} (?:from|off) {target}{rest}
        """,
        Claim: """
            {claimant} (?:CLAIM|makes claim (?:on|for|to)|lays claim to) {book}(?: set| suit| half-suit| book)?{rest}
            claim of {claimant} for {book}{rest}
        """,
        Pass: """
            {passer} (?:pass|passes|passed)(?: turn| it| on| over| play| THEIR turn)* to {receiver}
            {passer} (?:GIVE|left|leaves) (?:THEIR )?turn (?:over )?to {receiver}
            {passer} GIVE {receiver} (?:THEIR )?turn
            turn (?:goes|went|passes|passed|moves|moved)(?: over| on)? from {passer} to {receiver}
            turn passed(?: ,)? (?:from )?{passer} to {receiver}
        """,
        HandSize: """
            {seat} (?:SAY(?: THEM)?(?: that)? THEY |announces |announced )?HAS(?: only| just| still| exactly)* {size}(?: more)?(?: cards?)?(?: left| remaining| now| only| in hand| in THEIR hand)*
            {seat}(?: SAY(?: that)? THEY)? (?:is|was|'s) (?:down to|left with) (?P<last>THEIR last card)
            {seat}(?: SAY(?: that)? THEY)? (?:is|was|'s) (?:down to|left with) {size}(?: cards?)?
            {seat} (?:announces|announced|plays with) (?P<last>THEIR last card)
            {seat} (?:announces|announced|plays with) {size} cards?
            {seat} remains with {size} cards?
            {seat} , {size} cards?(?: left| remaining| now)*
            {seat} (?:SAY|announces|announced) how many cards THEY HAS , (?:but )?(?P<unknown>number forgotten|FORGET number)
            how many cards {seat} HAS , (?P<unknown>FORGET)
            {seat} (?P<none>HAS (?:none|nothing|no more)(?: cards?)?(?: left)?|HAS not any cards?(?: more| left)?|(?:is|was|'s)(?: now)? out(?: of cards)?|(?:has )?(?:ran|runs|run) out of cards)
        """,
        Show: """
            (?:by accident |accidentally )?{seat}(?: accidentally)? (?:shows?|showed|exposes?|exposed|reveals?|revealed|flash|flashes|flashed|drops?|dropped|(?:let|lets) (?:everyone|everybody|us) see)(?: THEM| us| all| everyone| everybody| accidentally| by accident| THEIR)* {cards}(?: to (?:everyone|everybody|us|us all|table|whole table)| face up| by accident| accidentally| on table|(?: ,)? for everyone to see|(?: ,)? and (?:everyone|everybody) saw it|(?: ,)? seen by (?:all|everyone))*
            shown by {seat}(?: ,)? {cards}
            exposed by accident(?: ,)? {seat} 's {cards}(?: ,)?(?: seen by (?:all|everyone))?
        """,
        Challenge: """
            {challenger} (?:challenge|challenges|challenged)(?: other team| opponents| them)?(?: on| over| for)? {book}
        """,
        Decline: """
            {seat} (?:decline|declines|declined)(?: to claim| claim| it)?
        """,
        Award: """
            (?:TABLE )?(?:award|awards|awarded) {book} to {seat}(?: 's (?:team|side))?
            (?:AGREED(?: ,)? )?{book} (?:(?:is|was|are|were|gets|got) )?(?:awarded|given)(?: by TABLE)? to (?:team of )?{seat}(?: 's (?:team|side))?(?:(?: ,)? by TABLE)?
            TABLE decided {book} goes to {seat} , no claim needed
            (?:AGREED(?: ,)? )?{book} (?:(?:is|was|are|were|gets|got) )?(?:awarded|given)(?: by TABLE)? to (?P<nobody>nobody|no one)
            (?:TABLE )?(?:award|awards|awarded) {book} to (?P<nobody>nobody|no one)
            {book} (?:is|was|are|were|gets|got) (?P<nobody>thrown (?:in|out))(?: by TABLE)?(?:(?: ,)? (?:nobody|no one) (?:gets|scores|got) (?:it|them))?
            (?P<nobody>nobody|no one) gets {book}(?: ,)?(?: (?:we|they) are (?:tossing|throwing) (?:it|that set) (?:out|in))?
        """,
        Give: """
            {giver} (?:give|gives) {receiver} {card}(?:(?: ,)? AGREED)?
            {giver} (?:give|gives) {card} to {receiver}(?:(?: ,)? AGREED)?
            AGREED(?: ,)? {giver} GIVE {receiver} {card}(?: without THEIR having asked for it)?
            AGREED(?: ,)? {card} (?:is|was) moved from {giver} 's (?:hand )?to {receiver}(?: 's)?(?: hand)?
            {giver} GIVE {receiver} {card}(?: ,)? AGREED
            TABLE (?:moves|moved) {card} from {giver} to {receiver}
            TABLE (?:makes|made) {giver} give {receiver} {card}
            {card} (?:is|was) moved from {giver} to {receiver}(?: by TABLE)?
            {giver} (?:makes|made) present of {card} to {receiver}
        """,
        Now: """
            (?:now )?{seat}(?: now)? (?:has|holds|have|had) {cards}(?P<more> more)?
        """,
    }.items()
    for form in forms.strip().split("\n")
]  # fmt: skip
_ASIDE: Final = re.compile(
    _form(
        "(?: ,)*(?: but| or)? (?:which FORGET|FORGET(?P<which>(?: to)? (?:who|whom|which player)| (?:which card|which|what card))|unknown|suit escapes me|card forgotten)(?: one)?(?: of (?:them|both|two))?(?: it was)?(?: ,)*(?= |$)(?! (?:THEY|had|has|or|nor) )"
    )
)
"""What is said beside a part that was left open, and says no more."""
_CONTRAST: Final = re.compile(_form(f" , not (?:S|C|B|{_RANK})(?= ,)"))
"""``, not Finn,``: what was not meant, beside what was."""
_GAVE: Final = re.compile(_form("S GIVE (?:S C|C to S)"))
"""What may be the answer to an ask, or a move of the table's: neither is guessed."""
_MISSING: Final = re.compile(
    _form(
        r"(?:after that |there (?:are|were) |about |perhaps |some )*(?:(?P<number>\w+) )?(?:asks?|questions?|turns?) "
        r"(?:here )?(?:(?:is|are|was|were|that|which) )?(?:missing|forgotten|lost|left out|FORGET)(?: here)?"
    )
)
_STRETCH: Final = re.compile(
    _form(
        "(?:U|some|statements?|events?|bit|part|stretch) (?:(?:is|are|was|were) )?(?:missing|forgotten|lost)(?: here)?"
        "|(?:then )?FORGET (?:what|next|rest|how)(?: (?!no|yes)[a-z]+)*"
    )
)

# -- answers and outcomes -------------------------------------------------------------------------
#
# In an answer ``T`` is the player asked, ``A`` the asker, ``it`` the card asked for; ``S`` is anybody
# else.

_SUBJECT: Final = "(?:he|she|they|T|A|i|who)"
_TO: Final = "(?: THEM| A)?(?: that)?"
_SAID: Final = (
    f"(?:(?:(?:THEY|T) )?(?:SAY|'s|is|was){_TO}(?: in)? |(?:answer|reply) (?:is|was) |answer |(?:(?:THEY|A) )?(?:got|gets|(?:is|was) told) "
    "|(?:it|that) (?:is|was|'s) |T )"
)
_OUT: Final = "(?: it| that one| that| one| any)?"
_NO_WORD: Final = "(?:no|nope|nah|nay|negative|n|none)"
_YES_WORD: Final = "(?:yes|yeah|yep|yup|yea|aye|y|sure|indeed|of course|affirmative)"
_WHO: Final = "(?:(?:THEY|T|i|who|SAY(?: that)? THEY)(?: SAY(?: THEM| A)?(?: that)? (?:THEY|i))? )?"
_NO: Final = f"""
    (?:with )?no (?:luck|dice|joy|success|such luck|way|go)
    (?:go )?fish|miss|missed|misses|failed|fails|nothing|in vain|to no avail
    (?:(?:it|ask|request) )?(?:(?:is|was) )?(?:refused|denied|rejected|unsuccessful|turned down)
    without (?:luck|success)|unsuccessfully|empty handed|empty-handed
    {_WHO}(?:(?:did|does|do) not|denies|denied)(?: have| has| hold| get| receive| possess| having)?{_OUT}
    {_WHO}(?:can|could) not oblige(?: THEM| A)?
    {_WHO}(?:has|had|have) not(?: got| had)?{_OUT}
    {_WHO}(?:has|had) it not|it not held
    {_WHO}(?:lacks|lacked|misses|missed)(?: it)?
    {_WHO}HAS (?:none|nothing|no such it)(?: of it)?
    (?:(?:THEY|A) )?(?:TAKE|came away with|walked away with) nothing
    (?:(?:THEY|A) )?(?:came|comes|came up|comes up|went|went away|goes away|came away|left) (?:empty|empty handed|empty-handed)
    (?:(?:THEY|A) )?(?:was|is|got|gets) (?:refused|denied|rejected|turned down|told no|unsuccessful|unlucky|out of luck)
    (?:THEY|T) (?:refused|denied) (?:THEM|A)
    {_WHO}(?:shook|shakes) THEIR head
    turn (?:went|goes|passes|passed) to T
    {_SAID}(?:, )?{_NO_WORD}
    {_NO_WORD}(?: ,)? SAY T
"""
_YES: Final = f"""
    (?:(?:THEY|A) )?(?:hit|hits)|success|successful|successfully|with success|bingo|jackpot
    (?:(?:it|request) )?(?:(?:is|was) )?(?:granted|transferred|handed over)(?: by T)?
    {_WHO}(?:HAS|did|does|do)(?: indeed)?(?: it| that one| that)?
    {_WHO}(?:OBLIGED )?(?:GIVE|give|hand|produce) it(?: over| up| across)?(?: to (?:THEM|A))?
    {_WHO}(?:OBLIGED )?(?:GIVE|give|hand) (?:over(?: it)?|up it|(?:THEM|A) it)(?: to (?:THEM|A))?
    {_WHO}(?:OBLIGED )?part with it
    (?:(?:it|that) (?:is|was|'s) what )?(?:(?:THEY|A) )?TAKE it(?: (?:from|off) (?:THEM|T))?
    it (?:is|was|'s) what (?:THEY|A) TAKE
    here you go|take it|{_SAID}(?:here you go|take it|fine)
    (?:by asking|having asked|after (?:THEY|A) asked)(?: THEM| T)?(?: for it)?
    {_SAID}(?:, )?{_YES_WORD}(?: here you go| take it)?
    {_YES_WORD}(?: ,)? SAY T
"""
_OPEN: Final = r"""
    \?|unknown|unclear|unsure|dunno|no idea|forgotten
    FORGET(?: (?:the |THEIR |what |what the )?(?:answer|reply)(?: (?:is|was))?| what (?:THEY|T) (?:said|answered|replied|did)| (?:if|whether) (?:THEY|T|A) (?:HAS|did|got)(?: it)?| what (?:happened|came of it)| how it (?:went|ended))?
    (?:answer|reply) (?:is |was )?(?:forgotten|unknown|lost|unclear|not known|not remembered)
    (?:if|whether) (?:THEY|T|A) HAS(?: it)?(?: ,)? FORGET
"""
_SEPARATORS: Final = "(?: ,| and| but| so| because| as| then| !)"


def _clauses(word: str, phrases: str) -> str:
    """The regular expression of clauses that all say the same.

    A bare word, such as ``no``, may have a phrase right behind it, if that begins with who.
    """
    phrase = "|".join(line.strip() for line in phrases.strip().split("\n"))
    clause = f" (?:{word}(?: (?=(?:{_SUBJECT}|here|take) )(?:{phrase}))?|{phrase})(?![^ ])"
    return _form(f"{_SEPARATORS}*{clause}(?:{_SEPARATORS}+{clause})*{_SEPARATORS}*")


_ANSWERS: Final[Sequence[tuple[str, re.Pattern[str]]]] = [
    ("no", re.compile(_clauses(_NO_WORD, _NO))),
    ("yes", re.compile(_clauses(_YES_WORD, _YES))),
    ("surrender", re.compile(_clauses("surrender", "surrender|surrenders|surrendered"))),
    (UNKNOWN, re.compile(_clauses(r"\?", _OPEN))),
    (
        UNKNOWN,
        re.compile(
            _form(
                f"{_SEPARATORS}* (?:DOUBT(?: that)?(?: ,)? (?:{_NO_WORD}|{_YES_WORD})"
                f"|(?:{_NO_WORD}|{_YES_WORD})(?: ,)? (?:DOUBT|¿)){_SEPARATORS}*"
            )
        ),
    ),
]
"""What each answer is told by; one that is doubted is open."""
_LINK: Final = (
    "(?: (?:,|and|but|so|because|it|that|this|they|claim|naming|THEY|THEIR|is|was|were|'s|are|turned out|proved|ruled|to be|goes|went"
    "|wrong|nope|no|got it|split))*"
)
_TEAM_HAS: Final = "(?:team|they) HAS (?:them all|it all|all|all of (?:them|it))(?: ,)? but "
_OUTCOME: Final = re.compile(
    _form(
        f"(?P<named>.*?)(?:{_LINK}(?:"
        "(?P<correct> (?:all (?:was |is )?)?(?:correct|correctly|right|true|good|successful))"
        f"|(?P<split> (?:split|misnamed|misplaced|wrong split|split wrong|{_TEAM_HAS}(?:naming (?:is|was) wrong|(?:mixed up|THEY mixed up) who had what"
        "|(?:THEY )?named them wrong|not how THEY said)(?:(?: ,)?(?: so it (?:is|'s|was))? split)?))"
        "|(?P<opponents> (?:opponents?|(?:opponents?|other team) HAS (?:(?:at least )?one|some|it)(?: of (?:them|cards))?))"
        "|(?P<cancelled> (?:cancelled|canceled|void|thrown (?:in|out)))"
        r"|(?P<open> (?:\?|(?:outcome|result) (?:unknown|forgotten)|(?:if it (?:is|was) (?:right|correct)(?: ,)? )?FORGET"
        "(?: (?:how|what) (?:it|came) (?:went|ended|came out|of it|turned out)| outcome| (?:if|whether) (?:it|THEY) was right)?))"
        ")(?: ,| !)*)"
    )
)
_NAMING_FORGOTTEN: Final = re.compile(
    _form(
        "(?: (?:,|and|but|also))*(?: FORGET (?:how (?:THEY named|it was named)(?: them| cards| it)?|naming|(?:who|whom) (?:THEY said had what|THEY named for which it|had what))"
        "| (?:who (?:THEY said )?(?:had|has) what|naming)(?: that)?(?: (?:is|was))? FORGET)(?: (?:,|and))*(?= |$)"
    )
)
"""What says that nobody remembers the naming of a claim."""
_REST: Final = frozenset(["rest", "remainder", "others", "remaining", "everything", "all"])
_ALONE: Final = re.compile(
    _form(
        "(?:(?:THEY )?SAY(?: that)? )?(?:THEY (?:HAS )?)?(?:(?:every single one|all|all six|everything|all of them|all six of them|whole set)(?: (?:are|is|of them|THEY HAS))*"
        " ?(?:(?:in|from) THEIR(?: own)? hand|(?:by |with )?(?:himself|herself|themselves)|hers|his)|alone|by himself|by herself|on THEIR own)"
    )
)
"""What says that who claims holds the whole half-suit."""
_NAMING_FILLERS: Final = frozenset(
    [
        ",",
        "and",
        "has",
        "have",
        "had",
        "holds",
        "hold",
        "held",
        "holding",
        "got",
        "says",
        "said",
        "saying",
        "that",
        "naming",
        "named",
        "named",
        "giving",
        "gave",
        "at",
        "of",
        "them",
        "cards",
        "has",
        "'s",
        "is",
        "are",
        "for",
        "with",
    ]
)
"""Words of a naming that say nothing more than that somebody has some cards."""
_OWN: Final = frozenset(["he", "she", "they", "i", "himself", "herself", "themselves"])
_NOISE: Final = re.compile(
    r"(?:um+|uh+|uhm|er+|erm|hmm+|l+o+l(?:ol)*|omg|lmao|btw|tho|though|totally|literally|honestly|really|very|politely|unfortunately"
    r"(?: for (?:him|her|them))?|fortunately|luckily|actually|finally|basically|simply|quickly|immediately|right away|straight away|at once"
    r"|sorry|buddy|alright|anyway|oh dear|oh|hey|ugh|poor|too|also|either|completely|okay|ok|well|wait|let the record show|it is noted that"
    r"|(?:i am|i'm) pretty sure(?: it was)?|if i remember (?:right|correctly)|at this point|by then|in the end|as well|just|please|again|back"
    r"|no hesitation|like|without hesitation) ",
)
"""What says nothing, wherever it stands."""

# -- from the text to the pattern -----------------------------------------------------------------

_SPACED: Final = str.maketrans(
    {"’": "'", "“": " ", "”": " ", '"': " ", "(": ",", ")": ",", "–": ",", "—": ","}
)
_DOUBTED: Final = "¿"
"""Stands for a question mark behind the last word."""
_MORE: Final = "more"
_TOKEN: Final = re.compile(r"\.{2,}|…|\.(?!\S)|\?+|[,:;!>]|(?:[^\s,:;!?>.…]|\.(?=[^\s.…]))+")
_DASH: Final = re.compile(r"(?<=\s)--?(?=\s)")
_STRETCHED: Final = re.compile(r"(.)\1{2,}")
"""A letter that was drawn out: ``nooo``."""
_CONTRACTED: Final = re.compile(
    r"(do|does|did|has|have|had|is|was|were|could|would|ca)(?:n't|nt)|(can)(?:not)|(.+)('s)|(i)('m)|(.+)('ve)|(.+)('re)"
)
_FULL: Final = {"ca": "can", "'m": "am", "'ve": "have", "'re": "are"}
_ARTICLES: Final = frozenset(["the", "a", "an"])
"""Words that say nothing wherever they stand."""
_LEAD: Final = re.compile(r"(?:(?:and|so|next|then|now|after that|,) )+(?=[SU] (?!HAS))")
_UNKNOWN_SEATS: Final = (
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "some player",
    "unknown player",
    "an unknown player",
)
_UNKNOWN_CARDS: Final = (
    "something",
    "card forgotten",
    "card unknown",
    "some card",
    "any card",
    "a card",
)
_NO_CARDS: Final = frozenset(("as", "ad", "ah"))
"""Words of English that would be cards in lower case."""
LIKE_A_CARD: Final = re.compile(r"\d\S{0,2}|[tjqka][a-z♣♦♥♠]", re.IGNORECASE)
"""What was meant for a card, whether it is one or not."""
_IRREGULAR: Final = re.compile(
    r"\s!$|[\s,;.(]+(?:(?:but|so|and|as|that|the|this|it|ask|was|is|an|mark|marked|found|later|afterwards|like|um|even|a|wasn't|not)\s+)*"
    r"(?:irregular|irregularly|illegal|illegally|invalid|legal)(?:\s+(?:ask|later|afterwards))*(?:[\s,;]+(?:so )?mark it(?: as)? irregular)?[\s).]*$",
    re.IGNORECASE,
)
"""What marks a statement as irregular, at its end."""


@dataclass(frozen=True)
class _Sentence:
    """The parts of a sentence, and the pattern that they make: one word of it for each part."""

    parts: Sequence[Span]
    words: Sequence[str]

    @property
    def pattern(self) -> str:
        return " ".join(self.words)

    def slot(self, match: re.Match[str], name: str) -> _Sentence:
        """The parts in a group of a match of the pattern."""
        start = len(match.string[: match.start(name)].split())
        end = start + len(match[name].split())
        return _Sentence(self.parts[start:end], self.words[start:end])

    def without(self, start: int, end: int) -> _Sentence:
        """The sentence with one comma for what stands between two offsets and the commas around."""
        first, last = (len(self.pattern[:offset].split()) for offset in (start, end))
        while first and self.words[first - 1] == ",":
            first -= 1
        while self.words[last : last + 1] == [","]:
            last += 1
        left = "," if first > 0 and last < len(self.words) else ""
        if first and self.words[first - 1] in ("to", "from", "of", "by", "asks", "asked"):
            left = "U"  # it stands in the place of what was forgotten
        part = [self.parts[first].saying(UNKNOWN if left == "U" else left)] if left else []
        return _Sentence(
            [*self.parts[:first], *part, *self.parts[last:]],
            [*self.words[:first], *([left] if left else []), *self.words[last:]],
        )

    @property
    def named(self) -> list[Span]:
        """The parts without the commas and ``and`` between them."""
        chosen = zip(self.parts, self.words, strict=True)
        return [part for part, word in chosen if word not in (",", "and")]


def _sentence(span: Span, names: Names) -> _Sentence:
    """The parts of a sentence."""
    text = _DASH.sub(lambda dash: ",".ljust(len(dash[0])), span.text.translate(_SPACED))
    words = [
        word for match in _TOKEN.finditer(text) for word in _expanded(_token(match, span), names)
    ]
    readings: list[Callable[[Sequence[Span]], Joined]] = [
        _noise,
        lambda rest: _phrase(rest, ("or to", "or from", "or of"), "or"),
        _unknown_seat,
        _unknown_card,
        lambda rest: _of_some_suit(rest, names),
        card_part,
        _card_without_of,
        lambda rest: _long_book(rest, names),
    ]
    joined = [part for part in joined_parts(words, names, readings) if part.text]
    parts = with_alternatives(joined, names)
    coded = [(part, _code(part, names)) for part in parts]
    kept = [
        (part, word)
        for part, word in coded
        if word not in _ARTICLES or (part.text == "A" and part.column > span.column)
    ]
    sentence = _Sentence([part for part, _ in kept], [word for _, word in kept])
    lead = _LEAD.match(f"{sentence.pattern} ")
    start = len(lead[0].split()) if lead else 0
    end = len(sentence.words)
    while end > start and sentence.words[end - 1] in (",", "!"):
        end -= 1
    return _Sentence(sentence.parts[start:end], sentence.words[start:end])


def _token(match: re.Match[str], span: Span) -> Span:
    """A word or a mark; a question mark right behind a word is a comma, or, at the end, a doubt."""
    text, at = match[0], match.start()
    if text[0] == "?" and at and match.string[at - 1] not in f" {_DOUBTED}":
        text = "," if match.string[match.end() :].strip(" .,!") else _DOUBTED
    text = "," if text in (":", ";", ".") else _MORE if text in ("...", "…") else text
    return Span(
        _STRETCHED.sub(r"\1", text) if text.isalpha() else text, span.line, span.column + at
    )


def _expanded(token: Span, names: Names) -> list[Span]:
    """A word without contractions: ``didn't`` is ``did not``."""
    match = None if names.is_seat_name(token.text) else _CONTRACTED.fullmatch(token.word)
    if match is None or not match.lastindex:
        return [token]
    pieces = [piece for piece in match.groups() if piece]
    first = token.part(0, len(pieces[0]))
    second = pieces[1] if len(pieces) > 1 else "not"
    return [
        first.saying(_FULL.get(first.word, first.text)),
        token.saying(_FULL.get(second, second)),
    ]


def _phrase(words: Sequence[Span], phrases: Iterable[str], meaning: str) -> Joined:
    """One of some phrases that mean the same."""
    spoken = [word.word for word in words[:3]]
    found = next((p for p in phrases if p.split() == spoken[: len(p.split())]), None)
    return (meaning, len(found.split())) if found else None


def _noise(words: Sequence[Span]) -> Joined:
    """Words that say nothing."""
    match = _NOISE.match("".join(f"{word.word} " for word in words[:6]))
    return ("", len(match[0].split())) if match else None


def _unknown_seat(words: Sequence[Span]) -> Joined:
    return _phrase(words, _UNKNOWN_SEATS, UNKNOWN)


def _unknown_card(words: Sequence[Span]) -> Joined:
    behind = words[2].word if len(words) > 2 else ""
    return None if behind == "of" else _phrase(words, _UNKNOWN_CARDS, UNKNOWN)


def _card_without_of(words: Sequence[Span]) -> Joined:
    """``ten diamonds``."""
    if len(words) < 2 or words[1].word not in SUIT_WORDS:
        return None
    rank = RANK_WORDS.get(words[0].word)
    return (rank + SUIT_WORDS[words[1].word], 2) if rank else None


def _of_some_suit(words: Sequence[Span], names: Names) -> Joined:
    """``three of something``: all the threes of the deck."""
    spoken = " ".join(word.word for word in words[:4])
    match = re.match(r"(\w+) of (something|some suit|some)\b", spoken)
    rank = RANK_WORDS.get(match[1]) if match else None
    cards = [card for card in names.deck.cards if card[:-1] == rank] if names.deck else []
    return ("/".join(cards), 1 + len(match[0].split()) - 1) if match and cards else None


def _long_book(words: Sequence[Span], names: Names) -> Joined:
    """The name of a half-suit, but for one that a card or a player could be called, too."""
    book = book_part(words, names)
    return book if book and (book[1] > 1 or names.book_meant(words[0].text)) else None


def _code(part: Span, names: Names) -> str:
    """What a part is in a pattern: a letter for what has a place in a statement, else itself."""
    pieces = part.text.split("/")
    if names.is_seat_name(part.text):
        return "S"
    if part.text[0] == UNKNOWN:
        return "U"
    if all(names.book_meant(piece) for piece in pieces):
        return "B"
    if all(card_form(piece) and piece not in _NO_CARDS for piece in pieces) or (
        len(pieces) > 1 and all(card_form(piece) or names.book_meant(piece) for piece in pieces)
    ):
        return "C"
    return "S" if all(_is_seat(piece, names) for piece in pieces) else part.word


def _is_seat(word: str, names: Names) -> bool:
    """Whether a word is a seat: its name, or a beginning of it that is no word of a form."""
    is_name = any(folded(word) == folded(seat) for seat in names.seats or ())
    return names.is_seat(word) and (is_name or (len(word) > 1 and word.lower() not in _VOCABULARY))


# -- from the pattern to a statement ---------------------------------------------------------------


def _known_words() -> frozenset[str]:
    """The words that any form has, and those that say nothing."""
    sources = [form.pattern for _, form in (*_FORMS, *_ANSWERS)]
    sources += [each.pattern for each in (_GAVE, _OUTCOME, _STRETCH, _MISSING)]
    words = {word for source in sources for word in re.findall(r"[a-z-]+", source)}
    return words | {*_ARTICLES, *_REST, *_NAMING_FILLERS, *_OWN, *_NUMBERS, *RANK_WORDS, "now"}


_VOCABULARY: Final = _known_words()
_OF_THE_NOTATION: Final = frozenset(
    f"{' '.join(VERBS)} yes no y n surrender to rest shown nobody {' '.join(OUTCOMES)}".split()
)
_VERB: Final = re.compile(
    _form(" (?:ASK|WANT|TAKE|CLAIM|GIVE|HAS|pass|passes|shows?|challenges?|declines?)(?![^ ])")
)
_VERBS_FIRST: Final = re.compile(
    _form(
        "(?:ASK|WANT|CLAIM|pass|passes|passed|TAKE|challenges|challenged|declines|declined)(?![^ ])"
    )
)


def without_irregular(span: Span) -> tuple[Span, bool]:
    """A sentence without the mark of what is irregular, and whether it has one."""
    mark = _IRREGULAR.search(span.text)
    return (span.part(0, mark.start()), True) if mark else (span, False)


def has_words_of_speech(span: Span, names: Names) -> bool:
    """Whether a statement has words that people say, and the notation has not."""
    words = _sentence(span, names).words[1:]
    return any(
        word.isalpha() and word in _VOCABULARY and word not in _OF_THE_NOTATION for word in words
    )


def slots_of_sentence(span: Span, names: Names, turn: Seat | None) -> Slots | Missing | None:
    """The words of a sentence by the fields of a statement; None where it is not understood.

    Args:
        span: the sentence.
        names: what words mean, and where to note what is not understood.
        turn: whose turn it is, for sentences that leave it out; None where it is not known.
    """
    sentence = _sentence(span, names)
    if not sentence.parts:
        return None
    stretch = _stretch(sentence.pattern)
    if stretch is not None:
        return stretch
    if turn is not None:
        sentence = _with_actor(sentence, turn)
    aside = _ASIDE.search(sentence.pattern)
    if aside is not None:
        sentence = sentence.without(*aside.span())
    contrast = _CONTRAST.search(sentence.pattern)
    if contrast is not None:
        sentence = sentence.without(contrast.start() + 1, contrast.end())
    for kind, form in _FORMS:
        match = form.fullmatch(sentence.pattern)
        if match is not None:
            slots = _read_form(kind, sentence, match, span.end(), names)
            if (
                slots is not None
                and aside is not None
                and not _leaves_open(slots, aside["which"] or "")
            ):
                break
            if slots is not None or len(names.problems):
                return slots
    _report(sentence, span, names)
    return None


def _with_actor(sentence: _Sentence, turn: Seat) -> _Sentence:
    """A sentence with whoever has the turn, if it leaves out who acts."""
    actor = [sentence.parts[0].saying(turn)]
    if _VERBS_FIRST.match(sentence.pattern):
        return _Sentence([*actor, *sentence.parts], ["S", *sentence.words])
    if sentence.words[:2] == ["S", "C"] and len(sentence.words) > 2:
        return _Sentence([*actor * 2, *sentence.parts], ["S", ">", *sentence.words])
    return sentence


def _leaves_open(slots: Slots, which: str) -> bool:
    """Whether a statement leaves open what is said to be forgotten beside it."""
    for field, type_ in FIELD_TYPES[slots.kind].items():
        is_seat = type_.startswith("Seat")
        is_wanted = not is_seat if "card" in which else is_seat or "who" not in which
        words = (
            slots.words.get(field, ()) if is_wanted and field not in ("answer", "outcome") else ()
        )
        for word in words:
            is_book = type_ == "Card" and card_form(word.text) is None
            if word.text == UNKNOWN or "/" in word.text or is_book:
                return True
    return False


def _stretch(pattern: str) -> Missing | None:
    """The missing stretch that a sentence tells of."""
    asks = _MISSING.fullmatch(pattern)
    if asks is not None:
        number = _NUMBERS.get(asks["number"] or "", asks["number"] or "")
        return Missing(int(number) if number.isdecimal() and int(number) else None, only_asks=True)
    return Missing() if _STRETCH.fullmatch(pattern) else None


def _read_form(
    kind: type[PlainEvent], sentence: _Sentence, match: re.Match[str], end: Span, names: Names
) -> Slots | None:
    """The slots of a form that a sentence has; None where it does not make sense so."""
    words = {
        name: sentence.slot(match, name).named
        for name, text in match.groupdict().items()
        if text is not None and name in FIELD_TYPES[kind]
    }
    if kind is Ask:
        return _read_ask(words, sentence, match, end, names)
    if kind is Claim:
        return _read_claim(words, sentence.slot(match, "rest"), end, names)
    if kind is Award and match.groupdict().get("nobody"):
        words["seat"] = [end.saying(NOBODY)]
    if kind in (Show, Now):
        words["cards"] = _suited(words["cards"])
    if kind is Now:
        words["whole"] = sentence.slot(match, "more").named if match["more"] else []
    if kind is HandSize:
        words["size"] = [_size(words.get("size", [end])[0], match)]
    return Slots(kind, words, end)


def _size(size: Span, match: re.Match[str]) -> Span:
    """The number of cards of a hand, which some forms tell without a number."""
    told = {"none": "0", "last": "1", "unknown": UNKNOWN}
    group = next((name for name in told if match.groupdict().get(name)), None)
    if group is not None:
        return size.saying(told[group])
    return size.saying("/".join(_NUMBERS.get(word, word) for word in size.word.split("/")))


def _suited(words: list[Span]) -> list[Span]:
    """Cards, of which some were told without the suit of the next: ``the four and the 5S``."""
    suited: list[Span] = []
    for word in reversed(words):
        rank = RANK_WORDS.get(word.word) if suited else None
        suited.append(word.saying(rank + suited[-1].text[-1]) if rank else word)
    return suited[::-1]


def _read_ask(
    words: dict[str, list[Span]],
    sentence: _Sentence,
    match: re.Match[str],
    end: Span,
    names: Names,
) -> Slots | None:
    """An ask, if its answer is clear, and what is said to be forgotten is left open."""
    groups = match.groupdict()
    implied = "yes" if groups.get("got") else "no" if groups.get("lacks") else ""
    told = sentence.slot(match, "rest") if "rest" in groups else _Sentence((), ())
    roles = {word.text: letter for letter, field in (("T", "target"), ("A", "asker"))
             for word in words[field]}  # fmt: skip
    roles = {_meant(text, names): letter for text, letter in roles.items()}
    (card,) = words["card"]
    spoken = [
        roles.get(_meant(part.text, names), word) if word == "S"
        else "it" if word == "C" and card_form(part.text) == card_form(card.text)
        else "it" if word == "card"
        else UNKNOWN if word == "U" else word
        for part, word in zip(told.parts, told.words, strict=True)
    ]  # fmt: skip
    pattern = "".join(f" {word}" for word in spoken)
    answers = [answer for answer, form in _ANSWERS if form.fullmatch(pattern)]
    if not spoken:
        answers = [implied or UNKNOWN]
    if len(set(answers)) != 1 or (implied and answers != [implied]):
        _report_answer(told, spoken, names)
        return None
    at = told.parts[0] if told.parts else end
    return Slots(Ask, {**words, "answer": [at.saying(answers[0])]}, end)


def _meant(text: str, names: Names) -> Any:
    """The seat, or the seats, that a part means."""
    return tuple(sorted(seat for piece in text.split("/") for seat in names.like(piece)))


def _report_answer(told: _Sentence, spoken: Sequence[str], names: Names) -> None:
    """Reports what stands behind an ask and is no answer."""
    hint = "expected yes or no; is the answer forgotten? write ?"
    for part, word in zip(told.parts, spoken, strict=True):
        if word == "S":
            message = f"{quote(part.text)} is neither who asked nor who was asked ({hint})"
            names.problems.add(part, message)
            return
        if word.islower() and word not in _VOCABULARY:
            names.problems.add(part, f"{quote(part.text)} is not understood here ({hint})")
            return
    text = " ".join(part.text for part in told.parts).strip(", ")
    names.problems.add(told.parts[0], f"{quote(text)} is no clear answer ({hint})")


# -- claims ---------------------------------------------------------------------------------------


def _read_claim(
    words: dict[str, list[Span]], told: _Sentence, end: Span, names: Names
) -> Slots | None:
    """A claim, if its naming and its outcome are clear."""
    book = names.book_meant(words["book"][0].text)
    pattern = "".join(f" {UNKNOWN if word == 'U' else word}" for word in told.words)
    forgotten = _NAMING_FORGOTTEN.search(pattern)
    if forgotten is not None:
        told = told.without(max(forgotten.start() - 1, 0), forgotten.end() - 1)
        pattern = "".join(f" {UNKNOWN if word == 'U' else word}" for word in told.words)
    match = _OUTCOME.fullmatch(pattern)
    if book is None or match is None:
        at = told.parts[-1] if told.parts else end
        expected = "expected correct, split, opponents or cancelled; is it forgotten? write ?"
        names.problems.add(at, f"what came of the claim is not clear ({expected})")
        return None
    outcome = next(name for name in match.groupdict() if name != "named" and match[name])
    number = len(match["named"].split())
    named = _Sentence(told.parts[:number], told.words[:number])
    holdings = [end.saying(UNKNOWN)]
    if forgotten is None:
        holdings = _told_naming(named, book, words["claimant"][0], names)
    if holdings is None:
        return None
    outcomes = [end.saying(UNKNOWN if outcome == "open" else outcome)]
    return Slots(Claim, {**words, "holdings": holdings, "outcome": outcomes}, end)


def _told_naming(told: _Sentence, book: Book, claimant: Span, names: Names) -> list[Span] | None:
    """The words of HOLDINGS: each seat with its cards; None where it is not clear.

    Who claims need not say that the rest is in the own hand.
    """
    words = " ".join(word for word in told.words if word != ",")
    if _ALONE.fullmatch(words):
        return [claimant, claimant.saying("rest")]
    if words and re.fullmatch(
        _form(r"FORGET(?: how| naming)?|\?|U|naming (?:unknown|forgotten)"), words
    ):
        return [claimant.saying(UNKNOWN)]
    groups = _groups(told, book, claimant, names)
    if groups is None:
        return None
    if not groups:
        expected = "expected such as 'Ann 2C 3C, Carl rest'; is it forgotten? write ?"
        names.problems.add(claimant, f"who holds which cards is not said ({expected})")
        return None
    listed = [word for group in groups for word in group[1:]]
    claims = {_meant(group[0].text, names) for group in groups}
    is_whole = any(word.text == "rest" for word in listed) or len(listed) >= len(book.cards)
    if not is_whole and _meant(claimant.text, names) not in claims:
        groups.append([claimant, claimant.saying("rest")])
    return [word for group in groups for word in (*group, group[0].saying(","))]


def _groups(told: _Sentence, book: Book, claimant: Span, names: Names) -> list[list[Span]] | None:
    """Each seat with its cards, which may stand before it: ``two and four with Carl``.

    Cards behind a comma wait for what follows: a seat that they are ``with`` (or, of the rest, the
    claimant), else they are of the seat before.
    """
    groups: list[list[Span]] = []
    waiting: list[Span] = []
    through, last, before = False, "", ","
    for part, word in zip(told.parts, told.words, strict=True):
        held = _held(part, word, book, last if through else "")
        through = word in ("through", "to")
        if word == "S" or word in _OWN:
            seat = part.saying(claimant.text) if word in _OWN else part
            is_rest = word in _OWN and [each.text for each in waiting] == ["rest"]
            if groups and waiting and before != "with" and not is_rest:
                groups[-1] += waiting
                waiting = []
            if groups and len(groups[-1]) == 1 and (word == "S" or not waiting):
                groups.pop()  # 'he says that Carl has', 'he himself'
            if not groups or waiting or groups[-1][0].text != seat.text:
                groups.append([seat, *waiting])
            waiting = []
        elif held:
            into = waiting if before == "," or waiting or not groups else groups[-1]
            into += [part.saying(card) for card in held if card not in [w.text for w in into]]
            last = held[-1]
        elif not through and word not in _NAMING_FILLERS and not (waiting and word in _NUMBERS):
            expected = "expected such as 'Ann 2C 3C, Carl rest'"
            names.problems.add(
                part, f"{quote(part.text)} is not understood in a naming ({expected})"
            )
            return None
        before = word
    if groups:
        groups[-1] += waiting
    return groups


def _held(part: Span, word: str, book: Book, first: str = "") -> list[str]:
    """The cards that a word means: one, all from another one on, or the rest.

    A bare rank is the card of the half-suit.
    """
    if word in _REST:
        return ["rest"]
    start, dash, end = word.partition("-")
    if dash:
        first, word = (_held(part, start, book) or [""])[0], end
    like = [card for card in book.cards if card[:-1] == RANK_WORDS.get(word.removesuffix("s"))]
    cards = [part.text] if word == "C" else like if len(like) == 1 else []
    if cards and first in book.cards and cards[0] in book.cards:
        return list(book.cards[book.cards.index(first) : book.cards.index(cards[0]) + 1])
    return cards


# -- what is not understood -----------------------------------------------------------------------


def _report(sentence: _Sentence, span: Span, names: Names) -> None:
    """Reports what is not understood in a sentence."""
    gave = _GAVE.fullmatch(sentence.pattern)
    if gave is not None:
        message = (
            "was this the answer to an ask? (expected such as 'A asks B CARD: yes'; "
            "where the table moves a card, 'A gives B CARD')"
        )
        names.problems.add(span, message)
        return
    for place, (part, word) in enumerate(zip(sentence.parts, sentence.words, strict=True)):
        if word != word.lower() or word in _VOCABULARY or not word[0].isalnum():
            continue
        if place == 0 and _VERB.match(sentence.pattern[len(word) :]):
            names.seat(part)
        elif LIKE_A_CARD.fullmatch(part.text):
            names.card(part)
        else:
            message = f"{quote(part.text)} is not understood here (expected such as '{usage(Ask)}')"
            names.problems.add(part, message)
        return
    expected = f"expected such as '{usage(Ask)}'"
    names.problems.add(span, f"{quote(span.text)} is not understood as a whole ({expected})")
