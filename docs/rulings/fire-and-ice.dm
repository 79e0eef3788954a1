game: fire-and-ice
ec: Ada
dmo: Bob
seed: 0
first: ec

ec F5 G5
dmo E2 E3
ec C3 D3
dmo D5 D6
ec C4 D4
dmo E1 F1
ec H5 I5
dmo B6 C6
ec B2 B3
dmo A1 A2
ec A6 A7
dmo A4 A5
ec A8 A9
