"""The data sets that need no download, by name."""

from collections.abc import Callable

from mlcourse.data.dataset import Dataset


def wdbc() -> Dataset:
    """Return the Wisconsin breast cancer cells; class 1 is malignant."""
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer()
    return Dataset(
        name="wdbc",
        X=bunch.data,  # (569, 30)
        y=1 - bunch.target,  # (569,), the file has 0 = malignant
        feature_names=tuple(map(str, bunch.feature_names)),
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


SETS: dict[str, Callable[[], Dataset]] = {"wdbc": wdbc}
