# An auction with chips: two rows lie open, two hands are closed.
game: free-table
ec: Ada
dmo: Bob
seed: 2026
title: Draft Auction Poker
first: dmo
turn: 30
reserve: 120
setup: ec chips=50 points=0 dmo chips=50 points=0

host !deck cards / deal 2 ec / deal 2 dmo / deal 3 / deal 6 / next dmo
dealer deal JH 9D
dealer deal 8S 9C
dealer deal QC 4C QH
dealer deal 10C 6S 2H JC 3S 4D
dmo !bid 3
ec !bid 5
dmo !pass
ec !take 4
host !ec chips-5 / next dmo
dmo !bid 2
ec !bid 4
dmo !bid 6
ec !pass
dmo !take 5
host !dmo chips-6 / next ec
ec !bid 2
dmo !pass
ec !take 6
host !ec chips-2 points+1 / open
host award ec
