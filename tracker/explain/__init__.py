"""Explanations: smallest sets of causes, steps, contradictions and certificates.

Example::

    with deduce(record, "Ann", at=40) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(card_at("5H", "Doug"))
        explanation.verdict     # "proven", "open" or "refuted"
        explanation.because     # (EventCause(12), OwnCause("2H", "Ann"), …)
        explainer.why(card_at("5H", "Doug", holds=False))
        explainer.why(whole_claim("low hearts", holdings), limit=10, alternatives=3)

    for conflict in conflicts(record):
        suggestions(record, conflict)

    document = certificate(explanation, record)
    verify(document, record)        # what is wrong with it: ()
"""

from tracker.explain.certificate import certificate
from tracker.explain.conflict import Conflict, conflicts
from tracker.explain.explanation import Conclusion, Explanation, card_at, whole_claim
from tracker.explain.repairs import Suggestion, suggestions
from tracker.explain.smallest.causes import Weights
from tracker.explain.steps.step import HowMany, Step
from tracker.explain.verification import verify
from tracker.explain.why import Explainer

__all__ = [
    "Conclusion",
    "Conflict",
    "Explainer",
    "Explanation",
    "HowMany",
    "Step",
    "Suggestion",
    "Weights",
    "card_at",
    "certificate",
    "conflicts",
    "suggestions",
    "verify",
    "whole_claim",
]
