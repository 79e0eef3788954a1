"""Discord in: what hears, checks and answers, and the commands of the core; features add theirs."""
