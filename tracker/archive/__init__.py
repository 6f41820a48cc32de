"""Many games: where they come from, tables of them, and the work on many cores.

* ``sources``, ``source_games``: from the names of files, folders and archives to games, in chunks;
* ``rows``, ``schema``: the rows of one game in each table, and where the tables are kept;
* ``work``: many chunks at a time, in processes or on a cluster; and how long one game may take;
* ``writing``: an archive on the disk, if wanted without names;
* ``arrow_tables``: the tables for notebooks, and as Parquet;
* ``stats``, ``ratios``: what players and teams did over many games, with limits.
"""
