# Sealed rounds with points: two player messages and one of the host's a round.
game: free-table
ec: Ada
dmo: Bob
title: Five-Card Trick
order: rounds
turn: 90
setup: pot=1 ec chips=0 dmo chips=0

ec !score grow
dmo !grow claim
host !pot=0 ec chips+1 dmo chips+1 / next
ec !claim score
dmo !block score
host !pot+1 / next
dmo !grow grow
ec !steal grow
host !pot=0 ec chips+2 / next
ec !score score
dmo !score block
host !ec chips+1
host award ec
