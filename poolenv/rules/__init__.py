"""The referee: words, facts, articles, rulings. It knows no physics and no face of the environment.

Reading order: words.py (the numbers behind the names), shot.py (log -> facts), fouls.py and
conduct.py (the articles), general.py (ruled before a game's page), ruling.py (the verbs), effect.py
(``carry_out``), menu.py (what an option does), turns.py (what is owed next). How one visit goes
through them is in ``poolenv/games/__init__.py``.
"""
