"""Many games: where they come from, one file of them, and the work on many cores.

* ``sources``, ``source_games``: from the names of files, folders and archives to games;
* ``rows``, ``schema``: what a game says, table by table;
* ``pool``: many games at a time, in processes or on a cluster;
* ``store``, ``reading``: an archive, one SQLite file, as it is written and read;
* ``people``: games without names, and names that are one person;
* ``stats``, ``ratios``: what players and teams did over many games, with limits.
"""
