game: ultimate-tic-tac-toe
ec: Ada
dmo: Bob
seed: 0

dmo first ec
ec D5
dmo 4.5
ec E5
dmo 5.1
ec B1
dmo E2
ec board 5 place 6
dmo H5
ec A1
dmo 1.5
ec C1
dmo 3.5
ec H8
dmo D1
ec 9.1
dmo I3
ec 9.9
