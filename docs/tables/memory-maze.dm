# A hidden board: the walls lie in the envelope, and the host traces each way on a drawing.
game: free-table
ec: Ada
dmo: Bob
title: Memory Maze
board: 8x8
first: dmo
order: judged
turn: 60
reserve: 180
setup: ec A1 dmo H8
envelope: walls: C1|D1 C2|D2 C3-C4 D3-D4 E5|F5 F5|G5 F7-F8; goal D4

dmo !DDDLL
host !dmo H8 F5 / next ec
ec !RRRUU
host !next dmo
dmo !LDD
host !next ec
ec !UURR
host !ec A1 C3 / next dmo
dmo !DLDL
host !dmo F5 D3 / next ec
ec !RUU
host !next dmo
dmo !U
host award dmo
