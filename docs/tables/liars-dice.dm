# Dice that only their owner sees: two messages of the host's a bout.
game: free-table
ec: Ada
dmo: Bob
seed: 2026
title: Liar's Dice
first: dmo
turn: 60
reserve: 180
setup: ec dice=4 dmo dice=4

host !roll 4d6 ec / roll 4d6 dmo / next dmo
dmo !2 5s
ec !3 5s
dmo !4 5s
ec !challenge
host !open / ec dice-1
host !clear / ec dice=3 dmo dice=4 / roll 3d6 ec / roll 4d6 dmo / next ec
ec !2 3s
dmo !3 3s
ec !4 3s
dmo !challenge
host !open
host award dmo
