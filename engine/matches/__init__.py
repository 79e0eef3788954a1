"""A match of any game: its clocks, its log and its notices.

A match is a frozen value. Typed text goes in as an entry; out come the match after it and the
notices for the room. If the rules forbid a text, it changes nothing and the refusal says why.

>>> from engine.clocks import Seconds
>>> from engine.games import GAMES
>>> from engine.matches.entries import Entry, Speaker
>>> from engine.matches.match import Match
>>> from engine.seats import Seat

>>> game = GAMES["fire-and-ice"](first=Seat.EC, takeback=Seconds(0))
>>> match = Match.begin(game).match
>>> match = match.enter(Entry(Speaker.EC, Seconds(70), "E6 E7")).match
>>> str(match.reserve_left(Seat.EC)), match.to_act
('290', (<Seat.DMO: 'dmo'>,))

>>> transition = match.enter(Entry(Speaker.DMO, Seconds(75), "E6 E5"))
>>> transition.refusal.code, transition.match.state == match.state
('occupied', True)

>>> match = match.enter(Entry(Speaker.HOST, Seconds(80), "undo")).match
>>> str(match.reserve_left(Seat.EC)), match.to_act
('300', (<Seat.EC: 'ec'>,))
"""
