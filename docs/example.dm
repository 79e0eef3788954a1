game: fire-and-ice
ec: Ada
dmo: Bob
takeback: 0

dmo @4 first ec
dealer @4.3 posted
ec @20.5 D4 C4
dealer @20.8 posted
dmo @61.2 D5 D6
dealer @61.5 posted
ec @121 F3 F4
dealer @121.3 posted
dmo @188 G5 F5
dealer @188.3 posted
ec @201 C3 B3
dealer @201.3 posted
dmo @214.9 C6 B6
dealer @215.2 posted
ec @229.1 F2 G2
dealer @229.4 posted
dmo @262 concede
