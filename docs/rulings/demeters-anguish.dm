game: demeters-anguish
ec: Ada
dmo: Bob
seed: 0
first: ec

ec flower U G7 H7 I7 G8 I8
dmo flower X H8 G8 I8 H7 H9
ec rock K11 K12 L11 L12
dmo flower G10 G11 G12 H12 H13
dmo rock I4
ec flower G10 G11 H9 H10 I10
ec rock L2
dmo flower E13 E14 F13 F14 F15
dmo rock N14 N15 O14 O15
ec flower I5 J5 J6 K6 K7
ec rock O8
dmo flower J6 J7 K6 L5 L6
dmo rock F15
ec flower J9 K9 K10 L9 M9
ec rock B14
dmo flower I14 J11 J12 J13 J14
dmo rock B4
ec flower E3 E4 E5 F5 F6
ec rock M14
dmo flower D9 D10 D11 E9 F9
dmo rock C10
ec flower L4 L5 M4 M5 M6
ec rock J3
