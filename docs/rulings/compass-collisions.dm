game: compass-collisions
ec: Ada
dmo: Bob
seed: 0
first: ec

ec layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.
dmo layout F.A.E.W / .FAE. / W.F / AA..EEW / ..W.. / .F.
dmo take first
ec ec1 south, dmo2 west
dmo dmo1 north
ec I2 south 2
dmo B5 north 1
ec D2 west 1
dmo B6 north 2
ec I6 east 1
dmo H9 south 2
ec B1 east 1
dmo F8 north 2
ec G5 south 1
dmo A4 east 1
ec G4 south 2
dmo B9 west 1
ec I8 west 1
dmo A7 west 2
ec F3 north 2
dmo C5 south 2
ec H1 east 2
dmo D9 north 1
ec F1 south 1
dmo F9 north 2
ec H5 east 1
dmo D8 south 2
ec H8 north 2
dmo H7 north 2
ec I7 west 1
dmo C3 north 1
