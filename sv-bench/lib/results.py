"""What a run of the verifier means, and the files that keep it.

A results file has one JSON object per line. The first one describes the
configuration, each further one a task. A line is written when its task is
done, so whatever ends the runner, the file is right up to its last line.
"""

import csv
import json
import os
import re

CORRECT_TRUE = "correct true"
CORRECT_FALSE = "correct false"
WRONG_TRUE = "wrong true"  # the verdict is true, but there is a violation
WRONG_FALSE = "wrong false"
UNKNOWN = "unknown"
ERROR = "error"
OUT_OF_MEMORY = "out of memory"
TIMEOUT = "timeout"

CLASSES = (
    CORRECT_TRUE,
    CORRECT_FALSE,
    WRONG_TRUE,
    WRONG_FALSE,
    UNKNOWN,
    ERROR,
    OUT_OF_MEMORY,
    TIMEOUT,
)
SCORES = {CORRECT_TRUE: 2, CORRECT_FALSE: 1, WRONG_TRUE: -32, WRONG_FALSE: -16}

EXIT_CODES = {0: "true", 10: "false", 5: "unknown", 6: "unknown"}
_VERDICT = re.compile(r"true|unknown|false\([\w-]+\)")


class ResultsError(Exception):
    """A results file cannot be used; the text says why."""


# --- from output to class --------------------------------------------------


def find_statistics(text):
    """The object that --stats json prints, or {}."""
    decoder = json.JSONDecoder()
    for match in reversed(list(re.finditer(r"^\{", text, re.MULTILINE))):
        try:
            value, _ = decoder.raw_decode(text, match.start())
        except ValueError:
            continue
        if isinstance(value, dict) and "verdict" in value:
            return value
    return {}


def read_output(output, errors, status):
    """Verdict (or None), reason and counters of a run that ended with this status."""
    lines = [line for line in output.splitlines() if line.strip()]
    verdict = lines[-1].strip() if lines else ""
    reasons = [line[len("reason: ") :] for line in lines if line.startswith("reason: ")]
    statistics = find_statistics(output)
    counters = {key: value for key, value in statistics.items() if isinstance(value, (int, float))}
    reason = reasons[-1] if reasons else None
    if not _VERDICT.fullmatch(verdict) or status not in EXIT_CODES:
        complaints = [line.strip() for line in errors.splitlines() if line.strip()]
        how = f"signal {-status}" if status < 0 else f"exit code {status}"
        reason = reason or (f"{how}: {complaints[0]}" if complaints else how)
        return None, reason, counters
    if verdict.split("(")[0] != EXIT_CODES[status]:
        return None, f"exit code {status}, but the last line is {verdict}", counters
    return verdict, reason, counters


def _is_about_memory(reason):
    return bool(re.search(r"out of memory|memory limit", reason or ""))


def _is_right(verdict, expected):
    if expected.startswith("false("):
        return verdict == expected
    return verdict.split("(")[0] == expected


def classify(verdict, reason, status, exceeded, expected):
    """The class of a run; `exceeded` is the limit that it ran into, or None."""
    if exceeded in ("cpu", "wall"):
        return TIMEOUT
    if exceeded == "memory":
        return OUT_OF_MEMORY
    if verdict is None:
        return OUT_OF_MEMORY if _is_about_memory(reason) else ERROR
    if verdict == "unknown":
        if _is_about_memory(reason):
            return OUT_OF_MEMORY
        if "time limit" in (reason or ""):
            return TIMEOUT
        return ERROR if status == 6 else UNKNOWN
    right = _is_right(verdict, expected)
    if verdict == "true":
        return CORRECT_TRUE if right else WRONG_TRUE
    return CORRECT_FALSE if right else WRONG_FALSE


# --- files -----------------------------------------------------------------


class Results:
    """The contents of one results file."""

    def __init__(self, path, header, records):
        self.path = path
        self.header = header
        self.records = records  # by name of the task
        self.name = header.get("configuration") or os.path.splitext(os.path.basename(path))[0]

    def options(self):
        return self.header.get("options", [])

    def option(self, name, default=None):
        """The value of --NAME VALUE among the options of the configuration."""
        options = self.options()
        value = default
        for i, option in enumerate(options):
            if option == "--" + name and i + 1 < len(options):
                value = options[i + 1]
            elif option.startswith(f"--{name}="):
                value = option.split("=", 1)[1]
        return value


def load(path):
    """Reads a results file, or raises ResultsError. A last line that is cut is left out."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from error
    lines = text.splitlines()
    objects = []
    for number, line in enumerate(lines, 1):
        try:
            objects.append(json.loads(line))
        except ValueError as error:
            if number < len(lines) or text.endswith("\n"):
                raise ResultsError(f"{path}:{number}: not JSON") from error
    if not objects or "heddle" not in objects[0]:
        raise ResultsError(f"{path}: no results of sv-bench/run")
    return Results(path, objects[0], {record["task"]: record for record in objects[1:]})


class Writer:
    """Appends records to a results file."""

    def __init__(self, path, header, records):
        """Writes what is kept of an earlier call, and replaces the file at once."""
        self.path = path
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path + ".new", "w", encoding="utf-8") as file:
            for value in [header, *records]:
                file.write(json.dumps(value) + "\n")
        os.replace(path + ".new", path)
        self.file = open(path, "a", encoding="utf-8")  # pylint: disable=consider-using-with

    def add(self, record):
        self.file.write(json.dumps(record) + "\n")
        self.file.flush()

    def close(self):
        self.file.close()


FIELDS = ("task", "expected", "verdict", "class", "reason", "cpu", "wall", "memory", "exit_code")


def write_csv(path, records):
    """One row per task; the counters of all tasks are columns."""
    counters = list(dict.fromkeys(key for record in records for key in record["counters"]))
    with open(path + ".new", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*FIELDS, *counters])
        for record in records:
            row = [record.get(field) for field in FIELDS]
            writer.writerow(row + [record["counters"].get(key) for key in counters])
    os.replace(path + ".new", path)


def count(records):
    """How many records are of each class."""
    counts = dict.fromkeys(CLASSES, 0)
    for record in records:
        counts[record["class"]] += 1
    return counts


def is_solved(record):
    return record["class"] in (CORRECT_TRUE, CORRECT_FALSE)


def is_wrong(record):
    return record["class"] in (WRONG_TRUE, WRONG_FALSE)
