game: doubting-flower-field
ec: Ada
dmo: Bob
seed: 0
first: ec
lives: 5

ec hide A1 red, G7 blue
dmo hide B6 yellow, F2 red
ec D3 yellow, E4 red
dmo C4 blue, D5 yellow
ec B4 red, F4 red
dmo F3 blue, A4 red
ec E3 red, E5 yellow
dmo C5 red, D6 red
ec D2 red, E6 red
dmo C3 blue, G4 blue
