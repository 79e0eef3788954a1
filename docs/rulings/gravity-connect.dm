game: gravity-connect
ec: Ada
dmo: Bob
seed: 0

dmo first me
dmo P
ec N
dmo slot E
ec 18
dmo right 5
ec left 5
dmo J
ec 16
dmo 15
ec I
dmo top I
ec 4
dmo B
ec B
dmo right 5
ec 14
dmo D
ec C
dmo 15
ec 15
dmo top C
ec M
dmo 9
ec 15
dmo top D
