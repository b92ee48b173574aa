"""The data sets that need no download, by name."""

from collections.abc import Callable

from mlcourse.data.bundled import table
from mlcourse.data.dataset import Dataset
from mlcourse.data.docstring_texts import docstring_texts
from mlcourse.data.docstrings import docstrings, libraries, scipy_or_sklearn
from mlcourse.data.scenes import SIDE, digit_scenes

MEASURES = "radius,texture,perimeter,area,smoothness,compactness,concavity"
MEASURES += ",concave points,symmetry,fractal dimension"
KINDS = ("mean {}", "{} error", "worst {}")  # over the nuclei of an image


def wdbc() -> Dataset:
    """Return the Wisconsin breast cancer cells; class 1 is malignant."""
    X, benign = table("breast_cancer.csv", header=1)  # (569, 30), (569,)
    return Dataset(
        name="wdbc",
        X=X,
        y=1 - benign,  # the file has 0 = malignant
        feature_names=tuple(
            kind.format(m) for kind in KINDS for m in MEASURES.split(",")
        ),
        label_names=("benign", "malignant"),
        description=(
            "Breast Cancer Wisconsin (Diagnostic), by W. H. Wolberg, W. N. Street and "
            "O. L. Mangasarian, UCI Machine Learning Repository, 1995; the copy that "
            "comes with scikit-learn. A row is a tumour: 569 of them, 212 malignant. "
            "Its 30 features are the mean, the standard error and the worst value of "
            "ten measures of the cell nuclei in one image (lengths in pixels). "
            "Class 1 is malignant, the disease that is looked for. Beware: "
            "scikit-learn counts the other way round, 0 malignant and 1 benign."
        ),
    )


def digits() -> Dataset:
    """Return the handwritten digits, one an image; the class is the digit."""
    X, y = table("digits.csv.gz")  # (1797, 64), (1797,)
    return Dataset(
        name="digits",
        X=X,
        y=y,
        feature_names=tuple(f"r{r} c{c}" for r in range(SIDE) for c in range(SIDE)),
        label_names=tuple("0123456789"),
        description=(
            "Optical Recognition of Handwritten Digits, by E. Alpaydin and C. Kaynak, "
            "UCI Machine Learning Repository, 1998; the copy that comes with "
            "scikit-learn: 1797 images of 8 x 8 pixels, which are the test set of the "
            "original, so no split comes with them. The feature 'r3 c5' is the grey "
            "level, 0 to 16, of the pixel in row 3 and column 5, counted from 0."
        ),
    )


def scenes() -> Dataset:
    """Return digit scenes with rare labels: 2000 scenes of three digits."""
    return digit_scenes(n=2000, digits=3, skew=1.0, seed=0)


SETS: dict[str, Callable[[], Dataset]] = {
    "digits": digits,
    "docstring_texts": docstring_texts,
    "docstrings": docstrings,
    "libraries": libraries,
    "scenes": scenes,
    "scipy_or_sklearn": scipy_or_sklearn,
    "wdbc": wdbc,
}
