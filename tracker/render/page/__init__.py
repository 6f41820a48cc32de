"""The post-game report as one HTML file: no request, no build step, nothing from outside.

``page`` makes it (``build``). What it shows are plain JSON documents, compressed by gzip, which any
browser unpacks (``game_data``, ``view_data``). Its parts are a template, style sheets and scripts
that lie beside this file and are written into the page as they are (``assets``), with Preact and
htm among them (``parts``). All that comes from a record reaches the page as escaped text, or as
data that its scripts treat as text.
"""

from tracker.render.page.build import page

__all__ = ["page"]
