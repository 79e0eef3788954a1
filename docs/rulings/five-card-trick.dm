game: five-card-trick
ec: Ada
dmo: Bob
rounds: 6

ec score grow
dmo claim block score
dmo grow steal
ec score claim
ec grow, block claim
dmo score steal
dmo sc gr
ec claim steal
ec block grow, score
dmo steal and claim
ec claim score
dmo block score grow
