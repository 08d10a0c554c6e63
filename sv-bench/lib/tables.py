"""Tables from results files, as text for terminals and as Markdown."""

import os

import results

# Names for the same thing, the better one first: a table takes the first that the results have.
ACTIONS = (
    ("explored_actions", "explored actions"),
    ("actions", "explored actions"),
    ("transitions", "explored transitions"),
    ("states", "abstract states made"),
)
SIMPLIFIED = (
    ("simplified_statements", "evaluated_statements"),
    ("simplified_actions", "explored_actions"),
    ("simplified_actions", "actions"),
    ("simplified", "actions"),
)
SUCCESSORS = (
    ("time_successors", "successor calculation"),
    ("time_successor", "successor calculation"),
    ("time_transfer", "successor calculation"),
    ("time_engine", "engine time"),
)


class Table:
    """Rows of texts below a head; the first `keys` columns are left-aligned."""

    def __init__(self, title, head, keys=1):
        self.title = title
        self.head = head
        self.keys = keys
        self.rows = []

    def add(self, *cells):
        self.rows.append([str(cell) for cell in cells])

    def _widths(self):
        return [max(len(row[i]) for row in [self.head, *self.rows]) for i in range(len(self.head))]

    def _line(self, row, widths, between):
        cells = [
            cell.ljust(width) if i < self.keys else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ]
        return between.join(cells)

    def text(self):
        widths = self._widths()
        rule = "  ".join("-" * width for width in widths)
        body = [self._line(row, widths, "  ").rstrip() for row in self.rows]
        head = self._line(self.head, widths, "  ").rstrip()
        return "\n".join([self.title, "", head, rule, *body])

    def markdown(self):
        head = [cell or " " for cell in self.head]
        rule = ["---" if i < self.keys else "---:" for i in range(len(head))]
        rows = ["| " + " | ".join(row) + " |" for row in [head, rule, *self.rows]]
        return "\n".join([f"**{self.title}**", "", *rows])


def seconds(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"


# --- all results side by side ----------------------------------------------


def _loop_bound(record):
    return record["class"] == results.UNKNOWN and "loop bound" in (record["reason"] or "")


def _overview_rows(files):
    counts = [results.count(r.records.values()) for r in files]

    def total(*classes):
        return [sum(c[name] for name in classes) for c in counts]

    bounds = [sum(map(_loop_bound, r.records.values())) for r in files]
    tasks = [len(r.records) for r in files]
    right = total(results.CORRECT_TRUE, results.CORRECT_FALSE)
    yield "correct results", right
    yield "  correct 'true'", total(results.CORRECT_TRUE)
    yield "  correct 'false'", total(results.CORRECT_FALSE)
    yield "incorrect results", total(results.WRONG_TRUE, results.WRONG_FALSE)
    yield "  incorrect 'true'", total(results.WRONG_TRUE)
    yield "  incorrect 'false'", total(results.WRONG_FALSE)
    yield "unknown", [u - b for u, b in zip(total(results.UNKNOWN), bounds)]
    yield "loop bound reached", bounds
    yield "error", total(results.ERROR)
    yield "out of memory", total(results.OUT_OF_MEMORY)
    yield "timeouts", total(results.TIMEOUT)
    yield "tasks", tasks
    yield "solved (%)", [f"{100 * n / t:.1f}" if t else "-" for n, t in zip(right, tasks)]
    yield "score", [sum(results.SCORES.get(k, 0) * n for k, n in c.items()) for c in counts]
    for title, select in (("total CPU time (s)", lambda r: True),
                          ("  of correct results (s)", results.is_solved)):
        yield title, [
            seconds(sum(x["cpu"] for x in r.records.values() if select(x))) for r in files
        ]
    yield "peak memory (MB)", [
        f"{max((x['memory'] for x in r.records.values()), default=0):.0f}" for r in files
    ]


def overview(files):
    """Like Table 4.1 of Kolesnykov 2020: one column per configuration."""
    table = Table("Results by configuration", ["", *(r.name for r in files)])
    for title, cells in _overview_rows(files):
        table.add(title, *cells)
    return table


def common(files):
    """The names of the tasks that all files have."""
    names = [set(r.records) for r in files]
    return set.intersection(*names) if names else set()


def limits_text(files):
    """One sentence about the limits; they are said apart where they differ."""
    texts = {}
    for r in files:
        limits = r.header.get("limits", {})
        text = f"{limits.get('cpu', 0):g} s CPU time, {limits.get('wall', 0):g} s wall time, "
        text += f"{limits.get('memory', 0):g} MB"
        texts.setdefault(text, []).append(r.name)
    if len(texts) == 1:
        return f"Limits per task: {next(iter(texts))}."
    return " ".join(f"Limits of {', '.join(names)}: {text}." for text, names in texts.items())


# --- by domain and reduction ------------------------------------------------


def _domains(files):
    """Files grouped by analysis, as they come."""
    groups = {}
    for r in files:
        groups.setdefault(r.option("analysis", "auto"), []).append(r)
    return groups


def _commonly_solved(files):
    return [
        name for name in sorted(common(files))
        if all(results.is_solved(r.records[name]) for r in files)
    ]


def _has(files, key):
    return any(key in x["counters"] for r in files for x in r.records.values())


def _sum(r, names, key):
    return sum(r.records[name]["counters"].get(key, 0) for name in names)


def _solved(r):
    return sum(map(results.is_solved, r.records.values()))


def reduction(files):
    """Like Table 3.1 of Telbisz 2024: averages and sums over the tasks
    that all configurations of a domain solved."""
    none = (None, "explored actions")
    key, title = next((pair for pair in ACTIONS if _has(files, pair[0])), none)
    table = Table("Partial-order reduction (over commonly solved tasks of a domain)",
                  ["domain", "por", title, "CPU time (s)", "solved tasks", "in common"], keys=2)
    for domain, group in _domains(files).items():
        names = _commonly_solved(group)
        for r in group:
            average = _sum(r, names, key) / len(names) if key and names else None
            cpu = sum(r.records[name]["cpu"] for name in names)
            actions = "-" if average is None else f"{average:.0f}"
            table.add(domain, r.option("por", "default"), actions, seconds(cpu), _solved(r),
                      len(names))
    return table


def _share(r, names, pair):
    """The average over tasks of the part of the statements that were simplified."""
    shares = []
    for name in names:
        counters = r.records[name]["counters"]
        if counters.get(pair[1]):
            shares.append(counters.get(pair[0], 0) / counters[pair[1]])
    return f"{100 * sum(shares) / len(shares):.1f}%" if shares else "-"


def cone(files):
    """Like Table 4.1 of Telbisz 2024: what the dynamic cone of influence saves."""
    pair = next((p for p in SIMPLIFIED if _has(files, p[0]) and _has(files, p[1])), None)
    none = (None, "successor calculation")
    time, title = next((p for p in SUCCESSORS if _has(files, p[0])), none)
    table = Table("Cone of influence (over commonly solved tasks of a domain)",
                  ["domain", "coi", "simplified", title + " (s)", "CPU time (s)", "solved tasks",
                   "in common"], keys=2)
    for domain, group in _domains(files).items():
        names = _commonly_solved(group)
        for r in group:
            table.add(domain, r.option("coi", "default"), _share(r, names, pair) if pair else "-",
                      seconds(_sum(r, names, time)) if time else "-",
                      seconds(sum(r.records[name]["cpu"] for name in names)),
                      _solved(r), len(names))
    return table


def _impact_cells(record):
    """Seconds, nodes, implications that the solver was asked about, nodes by cover expansions."""
    if not record or not results.is_solved(record):
        return ["TO" if record and record["class"] == results.TIMEOUT else "-", "-", "-", "-"]
    found = record["counters"]
    nodes = found.get("states", 0)
    share = 100 * found.get("cover_expansions", 0) / nodes if nodes else 0
    return [seconds(record["cpu"]), nodes, found.get("cover_checks", 0), f"{share:.0f}%"]


def impact(files):
    """Like Tables I and II of Wachter, Kroening and Ouaknine 2013: one row per task, four columns per
    configuration."""
    head = [f"{r.name} {column}" for r in files for column in ("s", "|V|", "impl", "C")]
    table = Table("Impact", ["program", "safe", *head], keys=2)
    for name in sorted(set().union(*(r.records for r in files))):
        records = [r.records.get(name) for r in files]
        expected = next(x["expected"] for x in records if x)
        program = os.path.splitext(os.path.basename(name))[0]
        cells = [cell for record in records for cell in _impact_cells(record)]
        table.add(program, "y" if expected == "true" else "n", *cells)
    return table


ORDER_COLUMNS = [("order_conflicts", "beforehand"), ("order_cycles", "by the order"),
                 ("sat_conflicts", "conflicts"), ("sat_decisions", "decisions"),
                 ("sat_propagations", "propagations")]


def order(files):
    """Like Table 5.1 of Telbisz 2024: averages over the tasks that all configurations solved."""
    names = _commonly_solved(files)
    table = Table(f"Partial orders (averages over {len(names)} commonly solved tasks)",
                  ["algorithm", "solved tasks", "CPU time (s)", "solver time (s)",
                   *(title for _, title in ORDER_COLUMNS)])

    def average(total, digits=0):
        return f"{total / len(names):.{digits}f}" if names else "-"

    for r in files:
        cpu = sum(r.records[name]["cpu"] for name in names)
        table.add(r.name, _solved(r), average(cpu, 3), average(_sum(r, names, "time_sat"), 3),
                  *(average(_sum(r, names, key)) for key, _ in ORDER_COLUMNS))
    return table


def counters(files, keys):
    """Sums of chosen counters over the tasks that all configurations solved."""
    names = _commonly_solved(files)
    table = Table(f"Counters (sums over {len(names)} commonly solved tasks)",
                  ["", *(r.name for r in files)])
    for key in keys:
        cells = [_sum(r, names, key) for r in files]
        table.add(key, *(f"{cell:.2f}" if isinstance(cell, float) else cell for cell in cells))
    return table


# --- what must not be, and what changed -------------------------------------


def wrong(files):
    """Lines about wrong verdicts."""
    return [
        f"{r.name}: {x['verdict']}, expected {x['expected']}: {name}"
        for r in files
        for name, x in sorted(r.records.items())
        if results.is_wrong(x)
    ]


def contradictions(files):
    """Lines about tasks that one configuration proves and another one refutes."""
    verdicts = {}
    for r in files:
        for name, x in r.records.items():
            kind = (x["verdict"] or "unknown").split("(")[0]
            # A limit that was hit makes a timeout of any verdict, but not a false one.
            if kind in ("true", "false"):
                verdicts.setdefault(name, {}).setdefault(kind, []).append(r.name)
    return [
        f"{name}: true by {', '.join(sides['true'])}, false by {', '.join(sides['false'])}"
        for name, sides in sorted(verdicts.items())
        if len(sides) == 2
    ]


def difference(old, new):
    """The tasks whose class changed."""
    table = Table(f"From {old.name} to {new.name}",
                  ["task", "before", "after", "CPU before (s)", "CPU after (s)"], keys=3)
    for name in sorted(set(old.records) | set(new.records)):
        before, after = old.records.get(name), new.records.get(name)
        classes = [x["class"] if x else "missing" for x in (before, after)]
        if classes[0] != classes[1]:
            table.add(name, *classes, *(seconds(x["cpu"]) if x else "-" for x in (before, after)))
    return table
