"""Explanations: smallest sets of causes, steps, contradictions and certificates.

Example::

    with deduce(record, "Ann", at=40) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(card_at("5H", "Doug"))
        explanation.verdict     # "proven", "open" or "refuted"
        explanation.because     # (EventCause(12), OwnCause("2H", "Ann"), …)
        explainer.why(card_at("5H", "Doug", holds=False))
        explainer.why(whole_claim("low hearts", holdings), limit=10, alternatives=3)
"""

from tracker.explain.causes import Weights
from tracker.explain.conclusion import Conclusion, card_at, whole_claim
from tracker.explain.explanation import Explanation, cause_to_json
from tracker.explain.why import Explainer

__all__ = [
    "Conclusion",
    "Explainer",
    "Explanation",
    "Weights",
    "card_at",
    "cause_to_json",
    "whole_claim",
]
