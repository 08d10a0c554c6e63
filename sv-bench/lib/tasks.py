"""Verification tasks: what is to be verified, and what the answer must be.

A task comes from a task definition (.yml, the format of SV-COMP), from a
program that has "// expect:" at its top (.c), from a folder of these, or from
a list of them (.set or any other text file: one path or pattern per line).
"""

import glob
import os
import re


class TaskError(Exception):
    """The description of a task is bad; the text says where and why."""


class Task:
    """One program and one property."""

    def __init__(self, path, files, expected, property_file=None, options=()):
        self.path = path
        self.files = files
        self.expected = expected  # true, false, or false(PROPERTY)
        self.property_file = property_file
        self.options = list(options)
        self.name = None  # set by name_tasks

    def arguments(self):
        """The part of the command line that describes the task."""
        property_option = ["--property", self.property_file] if self.property_file else []
        return self.options + property_option + self.files


# --- the part of YAML that task definitions use ---------------------------

# Indentation, an optional dash, then "key: value", "key:" or a plain value.
_LINE = re.compile(r"^(?P<indent> *)(?P<rest>\S.*)$")
_KEY = r"(?P<key>'[^']*'|\"[^\"]*\"|[^\s'\"\[\]{},:#-][^:#]*?)"
_PAIR = re.compile(rf"^{_KEY}\s*:(?:\s+(?P<value>.*))?$")


def _without_comment(line):
    """A # starts a comment at the start of a line or after a blank, unless it is quoted."""
    quote = None
    for i, c in enumerate(line):
        if quote:
            quote = None if c == quote else quote
        elif c in "'\"" and (i == 0 or line[i - 1] in " [,{:-"):
            quote = c
        elif c == "#" and (i == 0 or line[i - 1].isspace()):
            return line[:i].rstrip()
    return line.rstrip()


def _scalar(text):
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return re.sub(r'\\(["\\/])', r"\1", text[1:-1])
    if text.startswith("[") and text.endswith("]"):
        inner = text[1:-1].strip()
        return [_scalar(item) for item in inner.split(",")] if inner else []
    if text in ("", "~", "null"):
        return None
    if text in ("true", "True", "TRUE"):
        return True
    if text in ("false", "False", "FALSE"):
        return False
    return text


class _Yaml:
    """Block mappings and sequences by indentation; values on one line."""

    def __init__(self, text, path):
        self.path = path
        self.lines = []  # indentation, text, number
        for number, line in enumerate(text.splitlines(), 1):
            match = _LINE.match(_without_comment(line).replace("\t", "    "))
            if match and match["rest"] not in ("---", "..."):
                self.lines.append((len(match["indent"]), match["rest"], number))
        self.at = 0

    def fail(self, why):
        number = self.lines[min(self.at, len(self.lines) - 1)][2] if self.lines else 1
        raise TaskError(f"{self.path}:{number}: {why}")

    def here(self):
        return self.lines[self.at] if self.at < len(self.lines) else (-1, "", 0)

    def block(self, indent):
        return self.sequence(indent) if self.is_item() else self.mapping(indent)

    def is_item(self):
        return self.here()[1] == "-" or self.here()[1].startswith("- ")

    def sequence(self, indent):
        items = []
        while self.here()[0] == indent and self.is_item():
            _, text, number = self.here()
            content = text[1:].lstrip()
            if not content:
                self.at += 1
                items.append(self.nested(indent))
            elif _PAIR.match(content):
                # "- key: value": a mapping that begins on the line of its dash
                inner = indent + len(text) - len(content)
                self.lines[self.at] = (inner, content, number)
                items.append(self.mapping(inner))
            else:
                self.at += 1
                items.append(_scalar(content))
        return items

    def nested(self, indent):
        return self.block(self.here()[0]) if self.here()[0] > indent else None

    def mapping(self, indent):
        result = {}
        while self.here()[0] == indent and not self.is_item():
            match = _PAIR.match(self.here()[1])
            if not match:
                self.fail("neither 'key: value' nor '- item'")
            key = _scalar(match["key"])
            self.at += 1
            if match["value"]:
                result[key] = _scalar(match["value"])
            elif self.here()[0] == indent and self.is_item():
                # the items of a sequence may stand below their key
                result[key] = self.sequence(indent)
            else:
                result[key] = self.nested(indent)
        if self.here()[0] > indent:
            self.fail("unexpected indentation")
        return result


def parse_yaml(text, path):
    """The value of a YAML text as task definitions contain it, or TaskError."""
    parser = _Yaml(text, path)
    value = parser.block(parser.here()[0]) if parser.lines else None
    if parser.at < len(parser.lines):
        parser.fail("unexpected line")
    return value


# --- tasks from files ------------------------------------------------------

# What a property is called in a verdict, by what its formula speaks of.
_PROPERTY_NAMES = (
    (r"call\s*\(", "unreach-call"),
    (r"data-race", "no-data-race"),
    (r"!\s*overflow", "no-overflow"),
    (r"deadlock", "no-deadlock"),
)


def _read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError as error:
        raise TaskError(f"{path}: {error.strerror}") from error


def _expected(verdict, subproperty, property_text):
    if verdict is True:
        return "true"
    if subproperty:
        return f"false({subproperty})"
    for pattern, name in _PROPERTY_NAMES:
        if re.search(pattern, property_text):
            return f"false({name})"
    return "false"


def _as_list(value):
    return value if isinstance(value, list) else [value]


def from_definition(path):
    """The tasks of a task definition: one per property with an expectation."""
    definition = parse_yaml(_read(path), path)
    if not isinstance(definition, dict) or not definition.get("input_files"):
        raise TaskError(f"{path}: no input_files")
    folder = os.path.dirname(path)
    files = [os.path.join(folder, str(f)) for f in _as_list(definition["input_files"])]
    options = definition.get("options")
    model = options.get("data_model") if isinstance(options, dict) else None
    if model not in (None, "ILP32", "LP64"):
        raise TaskError(f"{path}: unknown data model {model}")
    tasks = []
    for entry in _as_list(definition.get("properties") or []):
        if not isinstance(entry, dict) or not entry.get("property_file"):
            raise TaskError(f"{path}: a property without property_file")
        if not isinstance(entry.get("expected_verdict"), bool):
            continue  # nothing to compare with
        file = os.path.join(folder, entry["property_file"])
        expected = _expected(entry["expected_verdict"], entry.get("subproperty"), _read(file))
        # Format 1.0 has no options; its concurrent programs are ILP32.
        tasks.append(Task(path, files, expected, file, ["--data-model", model or "ILP32"]))
    return tasks


def from_program(path):
    """The task of a program with its expectation inside; none without, or if it is unknown."""
    head = {}
    for line in _read(path).splitlines():
        match = re.match(r"// (\w+): *(.*)", line)
        if not match:
            break
        head.setdefault(match[1], match[2].strip())
    expected = head.get("expect", "")
    if not re.fullmatch(r"true|false\([\w-]+\)", expected):
        return []
    return [Task(path, [path], expected, None, head.get("args", "").split())]


def _in_folder(folder):
    found = []
    for base, folders, names in os.walk(folder):
        folders.sort()
        names = set(names)
        for name in sorted(names):
            stem, suffix = os.path.splitext(name)
            # A definition says more than the program it is about.
            if suffix == ".yml" or suffix == ".c" and stem + ".yml" not in names:
                found.append(os.path.join(base, name))
    return [task for path in found for task in _from_path(path)]


def _from_list(path):
    tasks = []
    for number, line in enumerate(_read(path).splitlines(), 1):
        pattern = line.split("#")[0].strip()
        if not pattern:
            continue
        found = sorted(glob.glob(os.path.join(os.path.dirname(path), pattern), recursive=True))
        if not found:
            raise TaskError(f"{path}:{number}: nothing matches {pattern}")
        for each in found:
            tasks += _from_path(each)
    return tasks


def _from_path(path):
    if os.path.isdir(path):
        return _in_folder(path)
    suffix = os.path.splitext(path)[1]
    if suffix == ".yml":
        return from_definition(path)
    if suffix in (".c", ".i"):
        return from_program(path)
    return _from_list(path)


def _tail(path, parts):
    return "/".join(os.path.abspath(path).split(os.sep)[-parts:])


def name_tasks(tasks):
    """Gives each task a name that does not depend on where the tasks lie.

    It is the folder and the file, with more folders where that is ambiguous,
    and with the property where a definition has several."""
    parts = 2
    paths = {task.path for task in tasks}
    while len({_tail(path, parts) for path in paths}) < len(paths) and parts < 20:
        parts += 1
    several = {}
    for task in tasks:
        several.setdefault(task.path, []).append(task)
    for path, group in several.items():
        for task in group:
            task.name = _tail(path, parts)
            if len(group) > 1:
                stem = os.path.splitext(os.path.basename(task.property_file))[0]
                task.name += ":" + stem


def collect(paths):
    """All tasks of the given files and folders, each once, or TaskError."""
    seen, tasks = set(), []
    for path in paths:
        if not os.path.exists(path):
            raise TaskError(f"{path}: no such file")
        for task in _from_path(path):
            key = (os.path.realpath(task.path), task.property_file)
            if key not in seen:
                seen.add(key)
                tasks.append(task)
    name_tasks(tasks)
    return tasks
