"""Plots of results as SVG: quantiles, two configurations against each other, growth."""

import math
import os
import re
from html import escape

import results

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555")
MARKS = ("circle", "square", "triangle", "diamond", "cross")
LEAST = 0.01  # seconds: less cannot be told apart, and a logarithm needs a least value
INK, FAINT = "#222222", "#dddddd"


class Svg:
    """Elements of a picture."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.parts = []

    def line(self, x1, y1, x2, y2, colour=INK, width=1, dash=None):
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                          f'stroke="{colour}" stroke-width="{width}"{extra}/>')

    def path(self, points, colour):
        coordinates = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{coordinates}" fill="none" stroke="{colour}" '
                          'stroke-width="1.8" stroke-linejoin="round"/>')

    def text(self, x, y, text, anchor="middle", size=12, turn=False, weight="normal"):
        turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turn else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{INK}" '
                          f'font-weight="{weight}" text-anchor="{anchor}"{turned}>'
                          f"{escape(str(text))}</text>")

    def mark(self, x, y, kind, colour, hint=None):
        title = f"<title>{escape(hint)}</title>" if hint else ""
        style = f'fill="{colour}" fill-opacity="0.75" stroke="{colour}"'
        shapes = {
            "square": "M-3.2-3.2h6.4v6.4h-6.4z",
            "triangle": "M0-4.2L4 3.2H-4z",
            "diamond": "M0-4.6L4.2 0L0 4.6L-4.2 0z",
            "cross": "M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5",
        }
        if kind == "circle":
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" {style}>{title}</circle>')
        else:
            width = 2 if kind == "cross" else 1
            self.parts.append(f'<path d="{shapes[kind]}" transform="translate({x:.1f} {y:.1f})" '
                              f'stroke-width="{width}" {style}>{title}</path>')

    def write(self, path):
        text = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}" '
                'font-family="Helvetica, Arial, sans-serif">\n'
                f'<rect width="{self.width}" height="{self.height}" fill="white"/>\n')
        text += "\n".join(self.parts) + "\n</svg>\n"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


class Scale:
    """From values to places on an axis, linear or logarithmic (base 10 or 2)."""

    def __init__(self, low, high, start, end, base=None):
        self.base = base
        self.low, self.high = low, max(high, low * base if base else low + 1)
        self.start, self.end = start, end

    def _unit(self, value):
        if self.base:
            value = max(value, self.low)
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def __call__(self, value):
        return self.start + self._unit(value) * (self.end - self.start)

    def ticks(self):
        if self.base:
            first = math.ceil(math.log(self.low, self.base) - 1e-9)
            last = math.floor(math.log(self.high, self.base) + 1e-9)
            step = max(1, (last - first) // 9)
            return [float(self.base) ** i for i in range(first, last + 1, step)]
        rough = (self.high - self.low) / 6
        step = 10 ** math.floor(math.log10(rough))
        step = max(1, next(step * k for k in (1, 2, 5, 10) if step * k >= rough))
        first = math.ceil(self.low / step)
        return [i * step for i in range(first, int(self.high / step + 1e-9) + 1)]


def axes(svg, x, y, x_title, y_title):
    """Frame, grid, numbers and names of the axes."""
    for value in x.ticks():
        at = x(value)
        svg.line(at, y.start, at, y.end, FAINT)
        svg.text(at, y.start + 17, f"{value:g}")
    for value in y.ticks():
        at = y(value)
        svg.line(x.start, at, x.end, at, FAINT)
        svg.text(x.start - 6, at + 4, f"{value:g}", "end")
    svg.line(x.start, y.start, x.end, y.start)
    svg.line(x.start, y.start, x.start, y.end)
    svg.text((x.start + x.end) / 2, y.start + 36, x_title)
    svg.text(x.start - 44, (y.start + y.end) / 2, y_title, turn=True)


def style(i):
    return COLOURS[i % len(COLOURS)], MARKS[i % len(MARKS)]


def legend(svg, x, y, entries):
    """Entries below each other: text, colour, mark."""
    for i, (text, colour, mark) in enumerate(entries):
        at = y + 20 * i
        svg.line(x, at, x + 24, at, colour, 1.8)
        svg.mark(x + 12, at, mark, colour)
        svg.text(x + 32, at + 4, text, "start")


def _legend_width(names):
    return 60 + 7 * max((len(name) for name in names), default=0)


def _limit(files):
    return max((r.header.get("limits", {}).get("cpu", 0) for r in files), default=0) or 60


def quantile(path, files):
    """How many tasks each configuration solves (correctly) within how much time."""
    left, top, width, height = 70, 40, 620, 380
    svg = Svg(left + width + 20 + _legend_width([r.name + " (9999)" for r in files]), height + 100)
    times = [sorted(x["cpu"] for x in r.records.values() if results.is_solved(x)) for r in files]
    x = Scale(0, max(map(len, times), default=1) or 1, left, left + width)
    y = Scale(LEAST, _limit(files), top + height, top, 10)
    svg.text(left + width / 2, 22, "Quantiles of correct results", size=15, weight="bold")
    axes(svg, x, y, "n-th fastest correct result", "CPU time (s)")
    entries = []
    for i, (r, series) in enumerate(zip(files, times)):
        colour, mark = style(i)
        points = [(x(n), y(value)) for n, value in enumerate(series, 1)]
        svg.path(points, colour)
        every = max(1, len(points) // 12)
        for point in points[every - 1 :: every] + points[-1:]:
            svg.mark(*point, mark, colour)
        entries.append((f"{r.name} ({len(series)})", colour, mark))
    legend(svg, left + width + 20, top + 10, entries)
    svg.write(path)


def scatter(path, first, second):
    """CPU time of each task in two configurations; what one did not solve lies on the border."""
    left, top, side = 80, 40, 440
    svg = Svg(left + side + 190, top + side + 60)
    limit = _limit([first, second])
    # Unsolved tasks stand beyond the limit, not at their time: it says nothing.
    border = limit * 2
    x = Scale(LEAST, border, left, left + side, 10)
    y = Scale(LEAST, border, top + side, top, 10)
    svg.text(left + side / 2, 22, f"{first.name} against {second.name}", size=15, weight="bold")
    axes(svg, x, y, f"CPU time of {first.name} (s)", f"CPU time of {second.name} (s)")
    svg.line(x(LEAST), y(LEAST), x(border), y(border), "#888888")
    for factor in (0.1, 10):
        low, high = max(LEAST, LEAST / factor), min(border, border / factor)
        svg.line(x(low), y(low * factor), x(high), y(high * factor), "#aaaaaa", 1, "4 4")
    svg.line(x(limit), y.start, x(limit), y.end, "#888888", 1, "2 3")
    svg.line(x.start, y(limit), x.end, y(limit), "#888888", 1, "2 3")
    kinds = {"true": (COLOURS[0], "circle"), "false": (COLOURS[1], "triangle")}
    for name in sorted(set(first.records) & set(second.records)):
        pair = (first.records[name], second.records[name])
        if not any(map(results.is_solved, pair)):
            continue
        place = [each["cpu"] if results.is_solved(each) else border for each in pair]
        colour, mark = kinds[pair[0]["expected"].split("(")[0]]
        svg.mark(x(place[0]), y(place[1]), mark, colour, name)
    for i, kind in enumerate(kinds):
        svg.mark(left + side + 30, top + 14 + 20 * i, kinds[kind][1], kinds[kind][0])
        svg.text(left + side + 44, top + 18 + 20 * i, f"expected {kind}", "start")
    notes = ("line: equal", "dashed: factor of 10", "dotted: time limit;", "beyond it: not solved")
    for i, note in enumerate(notes):
        svg.text(left + side + 24, top + 70 + 18 * i, note, "start", 11)
    svg.write(path)


# A member of a family: its name ends in its size.
_MEMBER = re.compile(r"(?P<family>.*?)[-_](?P<size>\d+)\.(yml|c)$")
MEASURES = {"cpu": ("CPU time (s)", LEAST), "memory": ("peak memory (MB)", 10)}


def families(files):
    """family -> configuration -> [(size, record)], sorted by size."""
    found = {}
    for i, r in enumerate(files):
        for name, record in r.records.items():
            match = _MEMBER.match(os.path.basename(name))
            if match:
                series = found.setdefault(match["family"], {}).setdefault(i, [])
                series.append((int(match["size"]), record))
    for group in found.values():
        for series in group.values():
            series.sort(key=lambda pair: pair[0])
    return dict(sorted(found.items()))


def _panel(svg, files, family, group, measure, box):
    left, top, width, height = box
    title, least = MEASURES[measure]
    sizes = [size for series in group.values() for size, _ in series]
    top_value = _limit(files) if measure == "cpu" else max(
        record["memory"] for series in group.values() for _, record in series)
    x = Scale(min(sizes), max(sizes), left, left + width, 2)
    y = Scale(least, top_value, top + height, top, 10)
    svg.text(left + width / 2, top - 10, family, size=13, weight="bold")
    axes(svg, x, y, "N", title)
    for i, series in group.items():
        colour, mark = style(i)
        solved = [(size, record) for size, record in series if results.is_solved(record)]
        svg.path([(x(size), y(record[measure])) for size, record in solved], colour)
        for size, record in series:
            is_solved = results.is_solved(record)
            svg.mark(x(size), y(record[measure]), mark if is_solved else "cross", colour,
                     f"{files[i].name}, N = {size}: {record['class']}")


def growth(path, files, measure="cpu"):
    """How time or memory grows with the size of the members of program families."""
    found = families(files)
    if not found:
        raise results.ResultsError("no task belongs to a family: their names end in -N.yml")
    columns = min(3, len(found))
    width, height, right, below = 240, 200, 90, 90
    rows = -(-len(found) // columns)
    names = [r.name for r in files]
    svg = Svg(80 + columns * (width + right) + _legend_width(names), 50 + rows * (height + below))
    for k, (family, group) in enumerate(found.items()):
        x, y = 75 + k % columns * (width + right), 40 + k // columns * (height + below)
        _panel(svg, files, family, group, measure, (x, y, width, height))
    entries = [(name, *style(i)) for i, name in enumerate(names)]
    legend(svg, 60 + columns * (width + right), 50, entries)
    at = 50 + 20 * len(names) + 8
    svg.mark(72 + columns * (width + right), at, "cross", INK)
    svg.text(92 + columns * (width + right), at + 4, "not solved", "start")
    svg.write(path)
