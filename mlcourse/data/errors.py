"""The one error of this folder."""


class DataError(ValueError):
    """Data that cannot be used as they are; the message says what to do."""
