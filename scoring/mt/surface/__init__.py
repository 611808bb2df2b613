"""Surface metrics: chrF++, BLEU and TER, counted for each segment (Popović 2015, Papineni 2002, Snover 2006)."""
