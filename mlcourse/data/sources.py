"""The public sets that do not come with the course: what they are, and where from.

Each address names one commit of a repository, so what it serves cannot change; and the
digest of the data (:mod:`mlcourse.data.digest`) tells whether it is what this course
was written with. Ask the original distributors before you pass any of them on.
"""

from typing import NamedTuple

RATINGS = ("very negative", "negative", "neutral", "positive", "very positive")


class Source(NamedTuple):
    """A row of the table."""

    name: str
    kind: str  # of its files, see convert.KINDS; empty if it cannot be downloaded
    urls: tuple[str, ...]
    n: int
    d: int | None  # None: texts
    n_labels: int
    digest: str
    description: str
    train: int = 0  # the number of training rows, which come first; 0: no split
    sparse: bool = False
    texts: tuple[str, ...] = ()  # files in a folder of sets: training, validation, test
    label_names: tuple[str, ...] = ()


def github(repository: str, commit: str, *paths: str) -> tuple[str, ...]:
    """Return the addresses of files in a repository at a commit."""
    root = f"https://raw.githubusercontent.com/{repository}/{commit}"
    return tuple(f"{root}/{path}" for path in paths)


def from_mulan(name: str, *endings: str) -> tuple[str, ...]:
    """Return the addresses of a set in Mulan's repository."""
    paths = [f"data/multi-label/{name}/{name}{ending}" for ending in endings]
    return github("tsoumakas/mulan", "43f6389095ad71984264db4387a8074b22bc7d4a", *paths)


def from_le_tllr(name: str) -> tuple[str, ...]:
    """Return the address of a set in the repository of LE-TLLR."""
    commit = "2573e608dffe072d32b44c944a98ce1b39cb426b"
    return github("chengyshaq/LE-TLLR", commit, f"data/{name}.mat")


def yahoo(
    name: str, d: int, n_labels: int, digest: str, urls: tuple[str, ...]
) -> Source:
    """Return one of the four Yahoo sets."""
    text = (
        f"Yahoo, {name.title()}: web pages in the directory of that topic, from N. "
        "Ueda and K. Saito, NIPS 15, 2002. A row is a page, a feature the weight of "
        "one of the 2 % most frequent words, a label a subtopic; neither has names. "
        "Some rows are all zero, and some labels have no positive row, at all or in "
        "training."
    )
    place = f"yahoo_{name}", "mat", urls, 5000, d, n_labels, digest, text
    return Source(*place, train=2000, sparse=True)


TRAIN_TEST = ("-train.arff", "-test.arff", ".xml")
ROTTEN = "data/rt-polaritydata/rt-polarity"
TREES = tuple(f"data/trees/{part}.txt" for part in ("train", "dev", "test"))
TREEBANK = github(
    "TranVuDucHuy/BERT-SimCSE-SMART", "f3ae1ba37209072661aa7ca92ab2ba5a3dc77849", *TREES
)

TABLE = [
    Source(
        "bibtex",
        "arff",
        from_mulan("bibtex", *TRAIN_TEST),
        *(7395, 1836, 159),
        "c569fcae9f966f5d6032f4b560ec90640ff745f0659b286c43900bc0479dd99f",
        "Bibtex, by I. Katakis, G. Tsoumakas and I. Vlahavas, ECML/PKDD Discovery "
        "Challenge 2008. A row is an entry of a bibliography on BibSonomy, a feature a "
        "word (1 if it occurs), a label a tag that users gave. Mulan's split; the "
        "Extreme Classification Repository has the same sizes but other rows.",
        train=4880,
        sparse=True,
    ),
    Source(
        "emotions",
        "arff",
        from_mulan("emotions", ".arff", ".xml"),
        *(593, 72, 6),
        "3e47884c8f5226fdc8578c2cf341c40a8098892afd97f2cd3c95ddb2e3c2bab5",
        "Emotions, by K. Trohidis, G. Tsoumakas, G. Kalliris and I. Vlahavas, ISMIR "
        "2008. A row is a piece of music, a feature a measure of its rhythm or timbre, "
        "a label an emotion that listeners heard in it.",
        train=391,
    ),
    Source(
        "scene",
        "arff",
        from_mulan("scene", *TRAIN_TEST),
        *(2407, 294, 6),
        "18cb27d273503bac771f9303d50be28bdbbd685c608ec1ba1079afc1c9ac0f35",
        "Scene, by M. R. Boutell, J. Luo, X. Shen and C. M. Brown, Pattern Recognition "
        "37, 2004. A row is a photograph, a feature the mean or the variance of a "
        "colour in one of 49 blocks, a label what it shows.",
        train=1211,
    ),
    Source(
        "yeast",
        "arff",
        from_mulan("yeast", *TRAIN_TEST),
        *(2417, 103, 14),
        "8d8e1d7fbfe07d422a5f67764580d7d148ab905f052959bc71dde98037608827",
        "Yeast, by A. Elisseeff and J. Weston, NIPS 14, 2001. A row is a gene, its "
        "features are measures of its activity and its history, a label is a group of "
        "functions.",
        train=1500,
    ),
    Source(
        "image",
        "arff",
        github(
            "mrapp-ke/Boomer",
            "1b6f0909fe2191ff1cd5748d65f5c57ae3ff4054",
            *(f"data/image{ending}" for ending in TRAIN_TEST),
        ),
        *(2000, 294, 5),
        "b2754ba3de3f54fd84726d0bb5a12c75574b8730be374669e92975ea3d361134",
        "Image, by Z.-H. Zhou and M.-L. Zhang, NIPS 19, 2006. A row is a photograph, a "
        "feature a measure of its colours; the labels are desert, mountains, sea, "
        "sunset and trees, but the source does not say in which order. Its split is "
        "no standard; most reports use cross-validation.",
        train=1501,
    ),
    Source(
        "langlog",
        "",
        (),
        *(1460, 1004, 75),
        "fc83eb4741a9762b8afa2873bc2fd3cb0e18de51dffb227851a24c10fa19e0c8",
        "Language Log, by J. Read, PhD thesis, University of Waikato, 2010. A row is "
        "an entry of a blog, a feature a word (1 if it occurs; no names), a label a "
        "topic. 207 rows have no label; among these only three differ in X.",
        sparse=True,
    ),
    yahoo(
        "computers",
        681,
        33,
        "015def77d7b8e547bff73e5c05cff131b40a8a949cc337fd50899c8dec613af1",
        from_le_tllr("Computers"),
    ),
    yahoo(
        "reference",
        793,
        33,
        "fa0b0e6fd59b03c6c0a22abb1be70b753cec7d3a448beb1ff6fdd8cff598469a",
        from_le_tllr("Reference"),
    ),
    yahoo(
        "business",
        *(438, 30, "7544ef76f611bb3dcee948ebc74c28edd623b347fb96223ff5b440dacf3a2f56"),
        github(
            "peipeilihfut/PMLFS_Partial-Multi-Label-Feature-Selection",
            "88e0711cfc9fca90abbbc77bf8528617bb1f7645",
            "data/Business.mat",
        ),
    ),
    yahoo(
        "health",
        612,
        32,
        "4982656efab63f1bcdc10dbaf3db19555d35982a2e4898e37c559489314990c2",
        from_le_tllr("Health"),
    ),
    Source(
        "spambase",
        "spam",
        github(
            "smitkiri/ml-from-scratch",
            "15cc7da1ae93f47e23586338e5d64f4ea9e7d54c",
            *("spambase.data", "spambase.names"),
        ),
        *(4601, 57, 2),
        "102a3916c5cfe4847e85c1de41f7e1948dc7f9e422fe2facfdb72514472c32b3",
        "Spambase, by M. Hopkins, E. Reeber, G. Forman and J. Suermondt, UCI Machine "
        "Learning Repository, 1999. A row is an e-mail: 4601 of them, 1813 spam "
        "(class 1), sorted by class. Its 57 features are the frequencies of 48 words "
        "and 6 characters in percent, and the average, the longest and the total "
        "length of runs of capital letters. 391 rows repeat another one, so a random "
        "split puts copies of some training rows into the test set.",
        label_names=("not spam", "spam"),
    ),
    Source(
        "rt_polarity",
        "sentences",
        github(
            "dennybritz/cnn-text-classification-tf",
            "18762b459e21d9c70e5c242f8d43fc4e6db37a0d",
            *(f"{ROTTEN}.neg", f"{ROTTEN}.pos"),
        ),
        *(10662, None, 2),
        "28cc3c43c817636a75e8a56fd099889d1e7cc05699320a78e4ff0adeccebd6ea",
        "Sentence polarity v1.0, by B. Pang and L. Lee, ACL 2005. A row is a sentence "
        "of a film review; all positive ones come first, so shuffle before you split.",
        texts=("rt_polarity/train.tsv.gz",),
        label_names=("negative", "positive"),
    ),
    Source(
        "imdb",
        "reviews",
        ("https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz",),
        *(20000, None, 2),
        "e17a05b78313b4d69a1812130f48c1e1f00e97f989e47c939774ccd449e62242",
        "Large Movie Review Dataset v1.0, by A. L. Maas, R. E. Daly, P. T. Pham, D. "
        "Huang, A. Y. Ng and C. Potts, ACL 2011, which the authors ask to cite. A row "
        "is a film review; of each part and class those numbered 0 to 4999 of 12,500. "
        "Training and test reviews are of different films.",
        texts=("imdb/train.tsv.gz", "", "imdb/test.tsv.gz"),
        label_names=("negative", "positive"),
    ),
    Source(
        "sst5",
        "trees",
        TREEBANK,
        *(11855, None, 5),
        "0bdaed1ce3545514716e91eda7acfba03b749d8ccaba9339fa2191e6ba446aa2",
        "Stanford Sentiment Treebank, by R. Socher et al., EMNLP 2013. A row is a "
        "sentence of a film review, in tokens joined by spaces; split 2 marks the "
        "validation sentences (dev).",
        texts=("sst5/train.tsv.gz", "sst5/dev.tsv.gz", "sst5/test.tsv.gz"),
        label_names=RATINGS,
    ),
    Source(
        "sst5_phrases",
        "phrases",
        TREEBANK[:1],
        *(159276, None, 5),
        "60704d0f4c13e70c53dc7fcfb2634d03f879e7b218e26c7f219688777c4c6376",
        "Stanford Sentiment Treebank, by R. Socher et al., EMNLP 2013: the different "
        "phrases in the training sentences of sst5. Short ones occur in its validation "
        "and test sentences, too.",
        texts=("sst5/train_phrases.tsv.gz",),
        label_names=RATINGS,
    ),
]
SOURCES = {source.name: source for source in TABLE}
