# Pieces on a grid: the cells alone do it, and the host only counts what was taken.
game: free-table
ec: Ada
dmo: Bob
title: Twelve Janggi
board: 3x4
first: ec
setup: ec A1=MI B1=K C1=G B2=MA dmo A4=G B4=K C4=MI B3=MA

ec B2 B3
host !ec man=1
dmo B4 B3
host !dmo man=1
ec A2=MA
dmo A4 A3
ec C1 C2
dmo C4 C3
ec B1 C1
dmo B4=MA
ec A1 B2
dmo B3 C4
ec B2 B3
host award ec
