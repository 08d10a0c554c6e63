"""Random sequential C programs that compute a checksum.

A program touches as much of C as lowering knows: all integer types, operators and
conversions, bit-fields, unions, initialisers, structures by value, pointers, switch, goto.
It must mean the same to every compiler, so
- what an expression changes is not read elsewhere in it, and calls in it change nothing;
- divisors, shift counts, indices and loops are bounded where they are used;
- everything is initialised, and no padding is looked at.
Signed overflow wraps around; the compilers are told so.
"""

import random
import re

import gadgets

INTEGERS = ("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
            "long", "unsigned long", "long long", "unsigned long long", "_Bool", "enum colour")
FLOATS = ("float", "double")
ARITHMETIC = ("+", "-", "*", "&", "|", "^")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
LENGTH = 4  # of every array: indices are masked

LITERALS = ("0 1 2 3 7 10 -1 -2 100 127 128 -128 255 256 32767 -32768 65535 65536 2147483647 "
            "(-2147483647-1) 2147483648 4294967295u 0x80000000 0x7fffffffffffffff "
            "0xffffffffffffffffull 1l 1ul 1ll 017 0xffu 'a' '\\n' '\\xff' '\\0' L'x'").split()

PRELUDE = '''#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "checksum.h"

enum colour { RED, GREEN = 5, BLUE, DARK = -3 };

static long long sum_of(int count, ...) {
    va_list list, copy;
    long long sum = 0;
    va_start(list, count);
    va_copy(copy, list);
    for (int i = 0; i < count; i++) sum = sum * 3 + va_arg(list, int);
    sum ^= va_arg(list, long long);
    sum += (long long)va_arg(list, double);
    if (count) sum -= va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return sum;
}
'''


class Variable:
    """A scalar that a program can read, and write if it is not constant."""

    def __init__(self, text, kind, root, constant=False, bits=False):
        self.text, self.kind, self.root = text, kind, root
        self.constant, self.bits = constant, bits


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.lines = []
        self.depth = 0
        self.scopes = [[]]  # variables that are visible
        self.pointers = [[]]  # (text, kind): may be written through; of objects nobody else changes
        self.functions = []  # (name, number of arguments): pure
        self.records = []  # (type, fields)
        self.transformers = []  # functions from a record and a number to a record
        self.objects = []  # (text, record type)
        self.busy = set()  # roots that the present expression changes, or must not
        self.changed = []
        self.labels = 0
        self.loops = 0

    # Helpers

    def pick(self, things):
        return self.random.choice(things)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def name(self, prefix):
        self.names += 1
        return prefix + str(self.names)

    def emit(self, text):
        self.lines.append("    " * self.depth + text)

    def open(self, text):
        self.emit(text + " {")
        self.depth += 1
        self.scopes.append([])
        self.pointers.append([])

    def close(self, text="}"):
        self.scopes.pop()
        self.pointers.pop()
        self.depth -= 1
        self.emit(text)

    def variables(self, want=lambda variable: True):
        return [v for scope in self.scopes for v in scope if v.root not in self.busy and want(v)]

    def declare(self, variable):
        self.scopes[-1].append(variable)

    # Expressions

    def full(self, depth=3):
        """A whole expression: what it changes is read nowhere else in it."""
        self.busy, self.changed = set(), []
        writable = self.variables(lambda v: not v.constant and not v.root.startswith("&"))
        for variable in self.random.sample(writable, min(2, len(writable))):
            if variable.root not in self.busy:
                self.changed.append(variable)
            self.busy.add(variable.root)
        text = self.expression(depth)
        self.busy, self.changed = set(), []
        return text

    def pure(self, depth=2):
        saved, self.changed = self.changed, []
        text = self.expression(depth)
        self.changed = saved
        return text

    def expression(self, depth):
        if depth <= 0:
            return self.leaf()
        maker = self.pick((self.binary, self.binary, self.binary, self.compare, self.divide,
                           self.shift, self.unary, self.cast, self.conditional, self.logical,
                           self.effect, self.effect, self.call, self.builtin, self.odd, self.leaf))
        return maker(depth)

    def leaf(self, depth=0):
        kind = self.random.randrange(10)
        if kind < 2:
            return self.pick(LITERALS)
        if kind == 2:
            return self.pick(("sizeof(%s)" % self.pick(INTEGERS), "sizeof(%s + 0)" % self.leaf(),
                              "_Alignof(%s)" % self.pick(INTEGERS), self.pick(("RED", "BLUE", "DARK")),
                              "offsetof(struct pair, second)", "sizeof(struct pair)"))
        if kind == 3 and any(self.pointers):
            pointer, _ = self.pick([p for scope in self.pointers for p in scope])
            return self.pick(("*%s" % pointer, "%s[0]" % pointer, "*(&*%s)" % pointer))
        visible = self.variables()
        return self.pick(visible).text if visible else self.pick(LITERALS)

    def binary(self, depth):
        return "(%s %s %s)" % (self.expression(depth - 1), self.pick(ARITHMETIC),
                               self.expression(depth - 1))

    def compare(self, depth):
        return "(%s %s %s)" % (self.expression(depth - 1), self.pick(COMPARISONS),
                               self.expression(depth - 1))

    def divide(self, depth):
        divisor = self.pick(("((%s & 15) + 1)", "-((%s & 7) + 2)")) % self.expression(depth - 1)
        return "(%s %s %s)" % (self.expression(depth - 1), self.pick("/%"), divisor)

    def shift(self, depth):
        return "(%s %s (%s & %d))" % (self.expression(depth - 1), self.pick(("<<", ">>")),
                                      self.expression(depth - 1), self.pick((3, 7, 31)))

    def unary(self, depth):
        return "%s(%s)" % (self.pick("-~!+"), self.expression(depth - 1))

    def cast(self, depth):
        return "(%s)(%s)" % (self.pick(INTEGERS), self.expression(depth - 1))

    def conditional(self, depth):
        if self.chance(20):
            return "(%s ?: %s)" % (self.expression(depth - 1), self.expression(depth - 1))
        return "(%s ? %s : %s)" % tuple(self.expression(depth - 1) for _ in range(3))

    def logical(self, depth):
        return "(%s %s %s)" % (self.expression(depth - 1), self.pick(("&&", "||")),
                               self.expression(depth - 1))

    def effect(self, depth):
        if not self.changed:
            return self.binary(depth)
        target = self.changed.pop().text
        kind = self.random.randrange(4)
        if kind == 0:
            return "(%s = %s)" % (target, self.expression(depth - 1))
        if kind == 1:
            return "(%s)" % self.compound(target, depth)
        return self.pick(("%s++", "%s--", "++%s", "--%s")) % target

    def compound(self, target, depth):
        kind = self.random.randrange(8)
        value = self.expression(depth - 1)
        if kind == 0:
            return "%s %s= ((%s & 7) + 1)" % (target, self.pick("/%"), value)
        if kind == 1:
            return "%s %s= (%s & 7)" % (target, self.pick(("<<", ">>")), value)
        return "%s %s= %s" % (target, self.pick(ARITHMETIC), value)

    def call(self, depth):
        if not self.functions:
            return self.binary(depth)
        name, count = self.pick(self.functions)
        if self.chance(25):
            return self.pick(("(*%s)", "(&%s)", "(1 ? %s : %s)" % (name, name))).replace(
                "%s", name) + "(%s)" % ", ".join(self.expression(depth - 1) for _ in range(count))
        return "%s(%s)" % (name, ", ".join(self.expression(depth - 1) for _ in range(count)))

    def builtin(self, depth):
        return self.pick(("__builtin_popcount(%s)", "__builtin_popcountll(%s)", "__builtin_bswap32(%s)",
                          "__builtin_bswap16(%s)", "__builtin_bswap64(%s)", "__builtin_parity(%s)",
                          "__builtin_clz((%s) | 1)", "__builtin_ctzll((%s) | 64)", "__builtin_ffs(%s)",
                          "__builtin_expect(%s, 1)", "__builtin_clzl((%s) | 2)")) % self.expression(depth - 1)

    def odd(self, depth):
        inner = self.expression(depth - 1)
        kind = self.random.randrange(9)
        if kind == 0:
            return '"a\\xf0\\0z"[(%s) & 3]' % inner
        if kind == 1:
            return "(%s, %s)" % (self.expression(depth - 1), inner)
        if kind == 2:
            hidden = self.name("t")
            return "({ %s %s = %s; %s; })" % (self.pick(INTEGERS), hidden, inner, hidden)
        if kind == 3:
            return "((struct pair){%s, .second = %s}).%s" % (
                inner, self.expression(depth - 1), self.pick(("first", "second")))
        if kind == 4:
            return "((%s[]){1, %s, [3] = 5})[(%s) & 3]" % (
                self.pick(INTEGERS), inner, self.expression(depth - 1))
        if kind == 5:
            return "sum_of(2, (int)(%s), (%s)3, (long long)(%s), (%s)2)" % (
                inner, self.pick(("char", "short", "int")), self.expression(depth - 1),
                self.pick(FLOATS))
        if kind == 6:
            return "((%s)(short)(%s) %s (%s)(signed char)(%s))" % (
                self.pick(FLOATS), inner, self.pick(COMPARISONS), self.pick(FLOATS),
                self.expression(depth - 1))
        if kind == 7:
            return "(long)((%s)(short)(%s) %s (%s)((signed char)(%s) | 1))" % (
                self.pick(FLOATS), inner, self.pick("+-*/"), self.pick(FLOATS),
                self.expression(depth - 1))
        return "_Generic((%s), int: 1, unsigned: 2, long: 3, default: 4)" % inner

    # Declarations

    def constant(self):
        return self.pick(LITERALS)

    def scalar(self, prefix, where=""):
        kind, name = self.pick(INTEGERS), self.name(prefix)
        self.emit("%s%s %s = %s;" % (where, kind, name,
                                     self.constant() if where else self.full()))
        self.declare(Variable(name, kind, name))
        return name, kind

    def array(self, prefix, where=""):
        kind, name = self.pick(INTEGERS), self.name(prefix)
        value = self.constant if where else self.full
        shape = self.random.randrange(5 if where else 4)  # clang wants constants in ranges
        if shape == 0:
            self.emit("%s%s %s[2][%d] = {{%s}, [1][2] = %s};" % (where, kind, name, LENGTH, value(), value()))
            self.declare(Variable("%s[%d][%d]" % (name, self.random.randrange(2), self.random.randrange(LENGTH)),
                                  kind, name))
            return name, kind, "%s[1]" % name
        texts = {1: "{%s}" % value(), 2: "{[1] = %s, %s}" % (value(), value()), 3: "{0}",
                 4: "{%s, [0 ... 1] = %s}" % (value(), value())}
        self.emit("%s%s %s[%d] = %s;" % (where, kind, name, LENGTH, texts[shape]))
        self.declare(Variable("%s[%d]" % (name, self.random.randrange(LENGTH)), kind, name))
        return name, kind, name

    def record(self):
        """A structure or union; the first member of a union is its largest."""
        name = self.name("S")
        is_union = self.chance(30)
        fields, body = [], []
        if is_union:
            body.append("unsigned char bytes[16];")
            fields += [("bytes[%d]" % self.random.randrange(16), "unsigned char", False)]
        for _ in range(self.random.randrange(2, 6)):
            field = self.name("f")
            shape = self.random.randrange(10)
            kind = self.pick(INTEGERS)
            if shape < 4:
                width_of = {"int": 32, "unsigned": 32, "signed char": 8, "unsigned short": 16, "_Bool": 1}
                kind = self.pick(tuple(width_of))
                body.append("%s %s : %d;" % (kind, field, self.random.randint(1, width_of[kind])))
                fields.append((field, kind, True))
                if self.chance(20):
                    body.append(self.pick(("int : 0;", "unsigned : 3;")))
            elif shape == 4:
                body.append("%s %s[%d];" % (kind, field, LENGTH if not is_union else 2))
                fields.append(("%s[%d]" % (field, self.random.randrange(2)), kind, False))
            elif shape == 5 and self.records and not is_union:
                inner, members = self.pick(self.records)
                body.append("%s %s;" % (inner, field))
                fields += [(field + "." + member, k, bits) for member, k, bits in members[:2]]
            elif shape == 6:
                body.append("struct { %s %s; };" % (kind, field))
                fields.append((field, kind, False))
            else:
                body.append("%s %s;" % (kind, field))
                fields.append((field, kind, False))
        if is_union:  # not all bits of these are values
            fields = [f for f in fields if f[1] not in ("_Bool",)]
        packed = " __attribute__((packed))" if self.chance(25) else ""
        record = "%s %s" % ("union" if is_union else "struct", name)
        self.emit("%s {\n    %s\n}%s;" % (record, "\n    ".join(body), packed))
        self.records.append((record, fields))

    def object(self, prefix, where=""):
        record, fields = self.pick(self.records)
        name = self.name(prefix)
        self.emit("%s%s %s = {%s};" % (where, record, name, self.initialiser(record, fields, where)))
        for field, kind, bits in fields:
            self.declare(Variable(name + "." + field, kind, name, bits=bits))
        self.objects.append((name, record))
        return name, record

    def initialiser(self, record, fields, where):
        value = self.constant if where else self.full
        if record.startswith("union"):
            return "{%s}" % value()
        chosen = self.random.sample(fields, min(2, len(fields)))
        roots = {}
        for field, _, _ in chosen:
            roots.setdefault(field.split(".")[0].split("[")[0], field)
        return ", ".join(".%s = %s" % (field, value()) for field in roots.values()) or "0"

    # Statements

    def block(self, budget):
        for _ in range(self.random.randint(1, 3)):
            self.statement(budget)

    def statement(self, budget):
        simple = (self.assign, self.assign, self.assign, self.checked, self.step, self.local,
                  self.copy, self.walk, self.bytes, self.overflow, self.aliased, self.gadget,
                  self.gadget)
        nested = (self.branch, self.loop, self.choice, self.jump_over, self.jump_back, self.inner)
        if budget > 0 and self.chance(40):
            self.pick(nested)(budget - 1)
        else:
            self.pick(simple)()

    def target(self):
        return self.pick(self.variables(lambda v: not v.constant) or [None])

    def assign(self):
        target = self.target()
        if target is None:
            return
        self.busy, self.changed = {target.root}, []
        others = self.variables(lambda v: not v.constant and not v.root.startswith("&"))
        if others and self.chance(50):
            self.changed = [self.pick(others)]
            self.busy.add(self.changed[0].root)
        if self.chance(50):
            self.busy.discard(target.root)  # x = x + 1
            text = "%s = %s;" % (target.text, self.expression(3))
        else:
            text = "%s;" % self.compound(target.text, 3)
        self.busy, self.changed = set(), []
        self.emit(text)

    def checked(self):
        self.emit("check(%s);" % self.full())

    def step(self):
        target = self.target()
        if target:
            self.emit(self.pick(("%s++;", "--%s;", "check(%s--);", "check(++%s);")) % target.text)

    def local(self):
        kind = self.random.randrange(5)
        if kind == 0:
            self.array("a")
        elif kind == 1 and self.records:
            self.object("o")
            self.objects.pop()
        elif kind == 2:
            self.scalar("s", "static ")
        elif kind == 3:
            name, element = self.name("v"), self.pick(INTEGERS)
            self.emit("%s %s[(%s & 1) + %d];" % (element, name, self.full(), LENGTH))
            self.emit("memset(%s, 1, sizeof %s);" % (name, name) if element not in ("_Bool",) else
                      "memset(%s, 0, sizeof %s);" % (name, name))
            self.declare(Variable("%s[2]" % name, element, name))
            self.emit("check(sizeof %s);" % name)
        else:
            self.scalar("l")

    def copy(self):
        """Structures are assigned, passed, returned, or copied as bytes."""
        if not self.objects:
            return self.assign()
        name, record = self.pick(self.objects)
        same = [o for o, r in self.objects if r == record]
        other = self.pick(same)
        makers = [f for f, r in self.transformers if r == record]
        kind = self.random.randrange(3)
        if kind == 0 and makers:
            # Whether the structure is copied before or after an effect is left open.
            self.emit("%s = %s(%s, %s);" % (name, self.pick(makers), other, self.pure()))
        elif kind == 1 and name != other:
            self.emit("memcpy(&%s, &%s, sizeof %s);" % (name, other, name))
        elif kind == 2:
            self.emit("%s = *(%s ? &%s : &%s);" % (name, self.pure(), name, other))
        else:
            self.emit("%s = %s;" % (name, other))

    def walk(self):
        """Pointers into an array: arithmetic, comparison, difference."""
        name, kind = self.name("a"), self.pick(INTEGERS)
        pointer = self.name("p")
        self.open("")
        self.emit("%s %s[%d] = {%s, %s, %s};" % (kind, name, LENGTH, self.full(), self.full(), self.full()))
        self.emit("%s *%s = %s + ((%s) & 1);" % (kind, pointer, name, self.full()))
        self.emit(self.pick(("for (; %(p)s < %(a)s + 4; %(p)s++) check(*%(p)s);",
                             "while (%(p)s != &%(a)s[4]) check(*%(p)s++);",
                             "do { *%(p)s ^= 3; check(*%(p)s); } while (++%(p)s <= %(a)s + 3);",
                             "%(p)s += 2; check(*--%(p)s); check(%(p)s[-1]); check(%(p)s - %(a)s);",
                             "*%(p)s++ = 7; check(%(p)s[0]); check(&%(a)s[3] - %(p)s);",
                             "check(*(%(p)s + 1)); check(1[%(p)s]); check(%(p)s > %(a)s);",
                             "*++%(p)s += 5; check((*%(p)s)++); check(*%(p)s); check(!%(p)s);"))
                  % {"p": pointer, "a": name})
        self.emit("check(%s - %s);" % (pointer, name))
        self.close()

    def bytes(self):
        """The bytes of a scalar, and a scalar made of bytes."""
        kind = self.pick([k for k in INTEGERS if k not in ("_Bool",)])
        name = self.name("b")
        self.open("")
        self.emit("%s %s = %s;" % (kind, name, self.full()))
        self.emit("check(((unsigned char *)&%s)[%s]);" % (name, self.pick(("0", "sizeof %s - 1" % name))))
        self.emit("((unsigned char *)&%s)[0] %s= %s;" % (name, self.pick(ARITHMETIC), self.full()))
        self.emit("check(%s);" % name)
        self.close()

    def overflow(self):
        kind, name = self.pick(INTEGERS[:11]), self.name("r")
        # Wide operands must be of the type of the result.
        operands = (kind,) if self.chance(50) else INTEGERS[:7]
        self.open("")
        self.emit("%s %s;" % (kind, name))
        self.emit("check(__builtin_%s_overflow((%s)(%s), (%s)(%s), &%s));" % (
            self.pick(("add", "sub", "mul")), self.pick(operands), self.full(),
            self.pick(operands), self.full(), name))
        self.emit("check(%s);" % name)
        self.close()

    def gadget(self):
        integer, floating = self.pick(INTEGERS), self.pick(FLOATS)
        filled = {"T": lambda: integer, "F": lambda: floating, "E": lambda: self.pure(2)}
        text = re.sub(r"\b[TFE]\b", lambda match: filled[match.group()](), self.pick(gadgets.GADGETS))
        # Labels belong to the function.
        labels = re.findall(r"(?<![?\w] )\b(again|inside|first|second):", text)
        for label in labels:
            self.labels += 1
            text = re.sub(r"\b%s\b" % label, "l%d" % self.labels, text)
        self.open("")
        for part in re.split(r"(?<=;) (?=[a-z])", text) if "{" not in text else [text]:
            self.emit(part)
        self.close()

    def aliased(self):
        """A pointer to a variable that lives in this block."""
        kind, name, pointer = self.pick(INTEGERS), self.name("x"), self.name("p")
        self.open("")
        self.emit("%s %s = %s, *%s = &%s;" % (kind, name, self.full(), pointer, name))
        self.declare(Variable("*" + pointer, kind, "&" + pointer))
        self.declare(Variable(name, kind, "&" + name))
        self.block(0)
        self.emit("check(*%s); check(%s);" % (pointer, name))
        self.close()

    def branch(self, budget):
        self.open("if (%s)" % self.full())
        self.block(budget)
        if self.chance(60):
            self.close("} else {")
            self.depth += 1
            self.scopes.append([])
            self.pointers.append([])
            self.block(budget)
        self.close()

    def loop(self, budget):
        counter = self.name("i")
        times = self.random.randint(1, 3)
        self.loops += 1
        kind = self.random.randrange(3)
        self.open("")
        if kind == 0:
            self.open("for (int %s = 0; %s < %d; %s++)" % (counter, counter, times, counter))
        else:
            self.emit("unsigned char %s = %d;" % (counter, times))
            self.open("while (%s--)" % counter if kind == 1 else "do")
        self.declare(Variable(counter, "int", counter, constant=True))
        self.block(budget)
        if self.chance(30):
            self.emit("if (%s) %s;" % (self.full(2), self.pick(("break", "continue"))))
            self.block(0)
        self.close("} while (--%s);" % counter if kind == 2 else "}")
        self.close()
        self.loops -= 1

    def choice(self, budget):
        self.open("switch ((%s) %s)" % (self.full(), self.pick(("& 3", "% 3", "& 7", "* 1"))))
        values = self.random.sample((-2, -1, 0, 1, 2, 3), self.random.randint(1, 4))
        for value in values:
            self.emit("case %s: {" % value)
            self.depth += 1
            self.scopes.append([])
            self.pointers.append([])
            self.block(budget)
            self.close("}" if self.chance(30) else "} break;")
        if self.chance(40):
            self.emit("case 5 ... 7:")
        if self.chance(60):
            self.emit("default:")
        self.checked()
        self.close()

    def jump_over(self, budget):
        self.labels += 1
        label = "l%d" % self.labels
        self.emit("if (%s) goto %s;" % (self.full(2), label))
        self.open("")
        self.block(budget)
        self.close()
        self.emit("%s:;" % label)

    def jump_back(self, budget):
        self.labels += 1
        label, counter = "l%d" % self.labels, self.name("n")
        self.open("")
        self.emit("int %s = 0;" % counter)
        self.emit("%s:;" % label)
        self.open("")
        self.block(budget)
        self.close()
        self.emit("if (++%s < 3 && %s) goto %s;" % (counter, self.full(2), label))
        self.close()

    def inner(self, budget):
        self.open("")
        self.block(budget)
        self.close()

    # Functions

    def function(self):
        """Changes nothing but its parameters and locals."""
        count = self.random.randint(1, 3)
        name, kinds = self.name("fun"), [self.pick(INTEGERS) for _ in range(count)]
        parameters = [self.name("q") for _ in range(count)]
        outer = self.scopes
        # What static storage holds can be read, not written.
        self.scopes = [[]]
        self.objects, objects = [], self.objects
        self.open("static %s %s(%s)" % (self.pick(INTEGERS), name, ", ".join(
            "%s %s" % pair for pair in zip(kinds, parameters))))
        for parameter, kind in zip(parameters, kinds):
            self.declare(Variable(parameter, kind, parameter))
        functions, self.functions = self.functions, self.functions[:2]
        if kinds[0] != "_Bool" and self.chance(20):  # recursion: the low bits go up to 0
            self.emit("if (%s & 7) return %s(%s);" % (
                parameters[0], name, ", ".join([parameters[0] + " + 1"] + parameters[1:])))
        for _ in range(self.random.randint(0, 3)):
            self.pick((self.assign, self.scalar_local, self.quiet_loop, self.step_quietly))()
        self.emit("return %s;" % self.full())
        self.close()
        self.scopes, self.objects, self.functions = outer, objects, functions
        self.functions.append((name, count))

    def scalar_local(self):
        self.scalar("l")

    def step_quietly(self):
        self.emit("%s++;" % self.target().text)

    def quiet_loop(self):
        counter = self.name("i")
        self.open("for (int %s = 0; %s < 2; %s++)" % (counter, counter, counter))
        self.declare(Variable(counter, "int", counter, constant=True))
        self.assign()
        self.close()

    def transformer(self):
        record, fields = self.pick(self.records)
        name = self.name("make")
        outer, self.scopes = self.scopes, [[]]
        self.open("static %s %s(%s given, %s extra)" % (record, name, record, self.pick(INTEGERS)))
        for field, kind, bits in fields:
            self.declare(Variable("given." + field, kind, "given", bits=bits))
        self.declare(Variable("extra", "int", "extra"))
        self.assign()
        self.step()
        self.emit("return given;")
        self.close()
        self.scopes = outer
        self.transformers.append((name, record))

    def effectful(self):
        name = self.name("work")
        self.open("static void %s(void)" % name)
        self.block(2)
        self.close()
        return name

    # The whole

    def text(self):
        self.emit(PRELUDE)
        self.emit(gadgets.DECLARATIONS)
        self.emit("struct pair { %s first; %s second; };" % (self.pick(INTEGERS), self.pick(INTEGERS)))
        for _ in range(self.random.randint(1, 3)):
            self.record()
        for _ in range(self.random.randint(2, 4)):
            self.function()
        for _ in range(self.random.randint(1, 3)):
            self.transformer()
        arrays = []
        for _ in range(self.random.randint(3, 6)):
            self.scalar("g", "static ")
        for _ in range(2):
            arrays.append(self.array("g", "static "))
        for _ in range(self.random.randint(1, 3)):
            self.object("g", "static ")
        # Never written but through this pointer.
        kind, name = self.pick(INTEGERS), self.name("g")
        self.emit("static %s %s[2] = {%s, %s}, *%sp = %s + 1;" % (
            kind, name, self.constant(), self.constant(), name, name))
        self.pointers[0].append((name + "p", kind))
        workers = [self.effectful() for _ in range(2)]
        self.open("int main(void)")
        for _ in range(self.random.randint(4, 8)):
            if self.chance(30):
                self.emit("%s();" % self.pick(workers))
            else:
                self.statement(2)
        self.final_checks(arrays)
        self.emit("check_end();")
        self.close()
        return "\n".join(self.lines) + "\n"

    def final_checks(self, arrays):
        for variable in self.scopes[0]:
            self.emit("check(%s);" % variable.text)
        for _, _, row in arrays:
            self.emit("for (int i = 0; i < %d; i++) check(%s[i]);" % (LENGTH, row))


def random_program(seed):
    return Program(seed).text()
