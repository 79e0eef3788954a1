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
dealer roll 5 3 1 5
dealer roll 6 2 1 3
dmo !2 5s
ec !3 5s
dmo !4 5s
ec !challenge
host !open / dmo dice-1
host !clear / roll 4d6 ec / roll 3d6 dmo / next dmo
dealer roll 2 1 5 6
dealer roll 1 5 3
dmo !2 1s
ec !3 1s
dmo !challenge
host !open / ec dice-1
host award dmo
