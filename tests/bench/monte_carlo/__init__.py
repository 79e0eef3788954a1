"""`hard` against OpenSpiel's Monte-Carlo tree search, by the same rules in the same time.

In games with secrets it is OpenSpiel's information-set search. Both are written in Python, as the
rules are; time is that of the processor, and a first simulation is always made. What the search
is spared:

- It chooses among at most 200 actions, a fixed sample of the legal ones (`shortlist`).
- It is offered no claim that it can see is false, and locks what it hands in (`claims`).
- It evaluates a position by one random match, played with the engine's own states (`search`).
- What it cannot see is drawn as the rules allow, without a model of the player. If a few draws
  find nothing that agrees with what it has seen, it is told the truth (`situation`).
"""
