"""What the table may see of a state, as JSON.

Keys of the view (money in units; a seat is its number; ``null`` where there is nothing):

``phase``
    ``flip`` a card is to be turned over · ``roll`` the first five dice are to be rolled ·
    ``auction`` · ``overbid`` the buyer cannot pay, his elimination is to be confirmed · ``bets``
    the card is sold, the stake lies, bets are open, the first throw is awaited · ``crack`` bets are
    closed · ``over``
``seats``
    ``seat name cash cards active last_chance_used last_chances_left token_bet``; a card is
    ``symbols prize attempts``; ``token_bet`` is ``{"amount", "on"}`` (``on`` null while secret)
``bank``, ``stake``, ``bets`` (``seat amount on``), ``total`` (the sum of all money)
``card`` (or null), ``cards_left`` (cards still to be cracked, the open one included)
``dice``
    ``face kept slot``: `kept` was not thrown last, `slot` is the place on the card that the die is
    locked on (or null)
``slots``
    the card's five places: ``symbol`` and the ``face`` laid on it (or null)
``needs``
    the shortest lists of faces that would complete the card, each a list
``attempts_left``, ``flipper``, ``opener`` (must open the bidding), ``banker``, ``cracker`` (while
    he cracks), ``last_cracker``, ``last_chance_call`` (true: this crack is a last chance),
    ``high_bid`` (``seat amount``), ``count`` (0…2), ``passed`` (seats)
``settlement``
    the transfers of the last act that moved money: ``payer payee amount reason``; accounts are
    ``bank stake seat:N bet:N``
``outcome``
    ``{"kind", "seat"}`` of what last ended: ``lucky_flash cracked failed eliminated no_bid``
``money``
    the edition's money: ``bid_step bet_min bet_max bills`` and ``call`` (``last_chance all_in``)
``ranking``
    null until the end, then ``seat place cash cards qualified``, best first; ``place`` is null for
    who cannot win
``options``
    every house rule of this game
"""
