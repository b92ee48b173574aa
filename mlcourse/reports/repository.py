"""Published rankings of bibtex by embeddings that this package does not have.

Source: the Extreme Classification Repository's table for bibtex, on its own partition
of the rows; page of August 2024, the same numbers as in December 2016.
"""

EMBEDDINGS = {  # P@1, P@3, P@5
    "LEML": (0.6254, 0.3841, 0.2821),
    "CPLST": (0.6238, 0.3784, 0.2762),
    "CS": (0.5887, 0.3353, 0.2372),
    "WSABIE": (0.5478, 0.3239, 0.2398),
    "ML-CSSP": (0.4498, 0.3043, 0.2353),
}
