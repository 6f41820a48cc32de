"""The fast counting engine: the only part of tracker that imports NumPy, when it first counts."""
