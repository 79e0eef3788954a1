# Words and numbers: the turn passes at once, and the host counts without stopping anything.
game: free-table
ec: Ada
dmo: Bob
seed: 2026
title: Gyul! Hap!
first: dmo
turn: 15
reserve: 0
late: pass
setup: ec points=0 dmo points=0

host !deck 1..27 / deal 9 / next dmo
dealer deal 19 11 3 22 26 4 20 15 13
dmo !hap 1 4 7
host !dmo points+1
ec !pass
dmo !pass
ec !hap 2 5 8
host !ec points-1
dmo !hap 3 6 9
host !dmo points+1
ec !pass
dmo !gyul
host !dmo points+3 / deck 1..27 / deal 9 / next ec
dealer deal 23 5 2 14 3 6 20 15 17
ec !hap 2 3 4
host !ec points+1
dmo !pass
ec !gyul
host award dmo
