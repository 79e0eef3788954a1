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
ec A1 B2
dmo A4 A3
ec B2 A3
host !ec general=1
dmo B3-A3
host !dmo minister=1
ec A2=MA
dmo C4 B3
ec C1 C2
dmo B3 C2
host !dmo general=1
ec A2 A3
host award ec
