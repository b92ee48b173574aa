"""Questions as data: a TOML file beside the chapters, read by whoever asks them.

The page, the export for teachers, the count of answered questions and translators all
read the same file, and no answer stands in a cell above its question::

    [swings]                        # the question's name, once in a file
    kind = "predict"                # or "quiz"
    text = "What will the curve do at learning rate $0.1$?"

    [[swings.answer]]
    text = "It falls and stays down"
    reason = "That is the rate 0.01."

    [[swings.answer]]
    text = "It swings"
    reason = "Each step jumps over the valley."
    right = true

A prediction may say on which setting its explorer opens: the case that was asked::

    at = { learning_rate = 0.1 }    # of the question, above its answers

and an answer where it lies in the picture, which then shows it (``guess.py``)::

    guess = { panel = 2, y = 0.6 }  # of the answer

An explorer has its words there, too: what to look for, and named settings, the failure
gallery first, each with a sentence on what happens there::

    [loss]
    kind = "explore"
    caption = "Find the largest rate that only goes downhill."

    [[loss.preset]]
    name = "Rate too large"
    at = { learning_rate = 0.1, loss = "sum" }
    text = "Some steps land higher on the other side of the valley."

Texts are HTML (``&lt;`` for <); what stands between dollars is a formula, and a dollar
of its own is a backslash and a dollar (in quotes of TOML, two backslashes).
"""

import tomllib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

EXPLORE = "explore"
KINDS = ("predict", "quiz", EXPLORE)
LETTERS = ascii_uppercase  # one an answer


class QuestionError(ValueError):
    """A question cannot be read; the message names the file, the question, the cure."""


class Answer(NamedTuple):
    """One of the answers that a reader may choose."""

    text: str  # HTML
    reason: str  # HTML: why it is right, or what is wrong with it
    right: bool = False
    guess: Mapping[str, Any] | None = None  # of a prediction: its place in the picture


class Question(NamedTuple):
    """A question with its answers, exactly one of them right."""

    name: str
    kind: str  # "predict" or "quiz"
    text: str  # HTML
    answers: tuple[Answer, ...]
    source: str = ""  # the file's name without its ending: the chapter
    at: Mapping[str, Any] | None = None  # of a prediction: what its explorer opens on

    @property
    def right(self) -> int:
        """The index of the right answer."""
        return [answer.right for answer in self.answers].index(True)


class Preset(NamedTuple):
    """A named setting of an explorer."""

    name: str  # plain text
    at: dict[str, Any]  # the value of each control
    text: str  # HTML: what happens there


class Words(NamedTuple):
    """What is said around an explorer."""

    name: str
    caption: str  # HTML: what to look for
    presets: tuple[Preset, ...] = ()
    source: str = ""  # as of a question
    kind: str = EXPLORE


def read_questions(path: str | PathLike[str]) -> dict[str, Question | Words]:
    """Return what a file asks by name, in its order: questions, words of explorers.

    Raises
    ------
    QuestionError
        If there is no such file, it is no TOML, or a question lacks something or
        has too much.
    """
    path = Path(path)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise QuestionError(
            f"The file {path.as_posix()} is missing: it holds the questions. Put it "
            f"there, as seen from the notebook. You find {path.name} in the folder "
            "chapters/questions of the book; or, if you downloaded the notebook, at "
            f"its address, with questions/{path.name} in place of its name."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise QuestionError(f"{path.name} is no TOML: {error}.") from None
    return {
        name: read(name, entry, path.stem, f"{path.name}, [{name}]")
        for name, entry in content.items()
    }


def read(name: str, entry: Any, source: str, where: str) -> Question | Words:
    """Return what an entry of the file says, by its kind."""
    if isinstance(entry, dict) and entry.get("kind") == EXPLORE:
        return words(name, entry, source, where)
    return question(name, entry, source, where)


def words(name: str, entry: Any, source: str, where: str) -> Words:
    """Return the words of one explorer, or say what is wrong with them."""
    needed = ("kind", "caption")
    entry = table(entry, (*needed, "preset"), needed, where)
    told = entry.get("preset", [])
    if not isinstance(told, list):
        raise QuestionError(f"{where}: write each preset as [[{name}.preset]].")
    presets = tuple(
        preset(each, f"{where}, preset {k}") for k, each in enumerate(told, start=1)
    )
    if len({each.name for each in presets}) < len(presets):
        raise QuestionError(f"{where}: two presets have the same name; change one.")
    return Words(name, entry["caption"], presets, source)


def preset(entry: Any, where: str) -> Preset:
    """Return one named setting, or say what is wrong with it."""
    fields = table(entry, Preset._fields, Preset._fields, where)
    setting(fields["at"], where)
    return Preset(**fields)


def setting(at: Any, where: str, key: str = "at") -> None:
    """Refuse what does not give values to controls."""
    if not isinstance(at, dict) or not at:
        raise QuestionError(
            f"{where}: {key} is {at!r}; write {key} = {{ control = value }}."
        )


def question(name: str, entry: Any, source: str, where: str) -> Question:
    """Return one question, or say what is wrong with it."""
    needed = ("kind", "text", "answer")
    entry = table(entry, (*needed, "at"), needed, where)
    if entry["kind"] not in KINDS:
        raise QuestionError(
            f"{where}: kind is {entry['kind']!r}; write one of {KINDS}."
        )
    if "at" in entry and entry["kind"] != "predict":
        raise QuestionError(f"{where}: only a prediction has at; take it out.")
    if not isinstance(entry["answer"], list):
        raise QuestionError(f"{where}: write each answer as [[{name}.answer]].")
    answers = tuple(
        answer(each, f"{where}, answer {k}")
        for k, each in enumerate(entry["answer"], start=1)
    )
    right = sum(answer.right for answer in answers)
    if right != 1 or len(answers) < 2:
        raise QuestionError(
            f"{where}: {len(answers)} answers, {right} of them right = true; give at "
            "least two, one of them right."
        )
    if len(answers) > len(LETTERS):
        raise QuestionError(
            f"{where}: {len(answers)} answers; give at most {len(LETTERS)}, one for "
            "each letter."
        )
    if entry["kind"] != "predict" and any(each.guess for each in answers):
        raise QuestionError(f"{where}: only a prediction has a guess; take it out.")
    if len({answer.text for answer in answers}) < len(answers):
        raise QuestionError(f"{where}: two answers have the same text; change one.")
    at = entry.get("at")
    if at is not None:
        setting(at, where)
    return Question(name, entry["kind"], entry["text"], answers, source, at)


def answer(entry: Any, where: str) -> Answer:
    """Return one answer, or say what is wrong with it."""
    fields = table(entry, Answer._fields, ("text", "reason"), where)
    if not isinstance(fields.get("right", False), bool):
        raise QuestionError(f"{where}: right is {fields['right']!r}; write true.")
    if "guess" in fields:
        setting(fields["guess"], where, "guess")
    return Answer(**fields)


def table(
    entry: Any, keys: tuple[str, ...], needed: tuple[str, ...], where: str
) -> Mapping[str, Any]:
    """Return a table of the file with known keys, and with texts where texts belong."""
    if not isinstance(entry, dict):
        raise QuestionError(f"{where} is {entry!r}; write a table: key = value.")
    if unknown := sorted(set(entry) - set(keys)):
        raise QuestionError(f"{where}: {unknown} is none of {keys}.")
    if missing := sorted(set(needed) - set(entry)):
        raise QuestionError(f"{where}: {missing} is missing; add it.")
    for key in {"text", "reason", "kind", "caption", "name"} & set(entry):
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise QuestionError(f"{where}: {key} is {entry[key]!r}; write a text.")
    return entry
