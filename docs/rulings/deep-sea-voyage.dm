game: deep-sea-voyage
ec: Ada
dmo: Bob
seed: 1

dmo empire
ec ready
dmo ready
dmo board 1
ec board 2
ec E9 E10 E11 E12 E13
ec H1 I1 J1 K1 I2
dmo lock
ec lock
