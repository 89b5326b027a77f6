#!/usr/bin/env python3
"""A Mojo kernel as OpenCL C, so that the judge can run it.

    tests/course/mojo.py TEXT.mojo HOST.cl [--launch]

prints the translation, or "TEXT:LINE: what is wrong" and fails. HOST.cl is an OpenCL C text of the
same kernels, of which only the parameter lists are read: they say what the host passes.

The dialect is that of Mojo 25.7 (November 2025), and less than Mojo everywhere:

- A kernel's parameters are UnsafePointer[T, MutAnyOrigin], UnsafePointer[T, ImmutAnyOrigin] and Int.
  They are the host's in its order and by its names, without local memory; `out`, which Mojo
  reserves, is `output`. An Int comes from the host as int or uint.
- Local memory of the host is a stack_allocation with its name in AddressSpace.SHARED. It has the size
  that the text says, which the judge thus checks; the host's own is left unused. With --launch it is
  the host's own, as large as the launch makes it, for budgets that count it.
- Types are Int (64 bits), Int32, UInt32, UInt8, Float32, Bool, SIMD[DType.float32, 4] and pointers.
  A variable is declared by `var`, once, and has the type of its annotation or of its first value. A
  literal takes the type of the other operand, else Int; there is no Float64. Nothing else is
  converted: mixed types are refused, as is an index that is not an Int, and thread_idx.x and its like
  outside Int(...), which are UInt or Int as the version has it.
- // and % are those of Mojo, which floor; / divides floating-point numbers only. range() is evaluated
  once. Parameters and loops' variables are not assigned to. Comparisons are not chained.
- What is imported is used, and from where Mojo has it.
- barrier() orders local and global memory. Atomic.fetch_add is relaxed here unless its ordering is
  acquire-release: less than Mojo's default, so that a text may not rely on that.
- async_copy fills its place with something else, and async_copy_wait_all with the value.
- WARP_SIZE is a sub-group's largest size. warp.sum takes a warp that is not whole, which a GPU's may not.
- Names get a _ at the end, since those of OpenCL C are others than those of Mojo.

Python's own parser reads the text, after `fn`, `var`, `comptime` and NAME = in brackets were changed.
"""
import ast
import io
import re
import sys
import tokenize
from collections import namedtuple

Pointer = namedtuple("Pointer", "element space mutable")
NUMBERS = {"Int": "long", "Int32": "int", "UInt32": "uint", "UInt8": "uchar", "Float32": "float"}
C_TYPES = {**NUMBERS, "Bool": "bool", "Float4": "float4", None: "void"}
LITERALS = ("IntLiteral", "FloatLiteral")
RENAMED = {"out": "output"}
MODULES = {
    "gpu": "thread_idx block_idx block_dim grid_dim global_idx barrier lane_id warp WARP_SIZE MAX_THREADS_PER_BLOCK_METADATA",
    "gpu.memory": "AddressSpace async_copy async_copy_wait_all",
    "math": "exp rsqrt",
    "memory": "UnsafePointer stack_allocation",
    "os.atomic": "Atomic Consistency",
    "utils": "StaticTuple",
    "utils.numerics": "neg_inf",
}
INDICES = {"thread_idx": "get_local_id", "block_idx": "get_group_id", "block_dim": "get_local_size",
           "grid_dim": "get_num_groups", "global_idx": "get_global_id"}
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
             ast.BitXor: "^", ast.BitAnd: "&", ast.BitOr: "|",
             ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
NO_INT = "an index without Int(...)"
CALLS = {  # what is imported for them, their parameters, their C and what they return
    "exp": ("exp", ["Float32"], "exp({})", "Float32"),
    "rsqrt": ("rsqrt", ["Float32"], "rsqrt({})", "Float32"),
    "barrier": ("barrier", [], "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)", None),
    "lane_id": ("lane_id", [], "get_sub_group_local_id()", NO_INT),
    "warp.sum": ("warp", ["Int32"], "sub_group_reduce_add({})", "Int32"),
    "warp.shuffle_up": ("warp", ["Int32", "UInt32"], "sub_group_shuffle_up({}, {})", "Int32"),
    "warp.shuffle_down": ("warp", ["Int32", "UInt32"], "sub_group_shuffle_down({}, {})", "Int32"),
    "async_copy_wait_all": ("async_copy_wait_all", [],
                            "for (; copies > 0; copies--) *copy_to[copies - 1] = copy_value[copies - 1]", None),
}
FLOORS = "".join("""
static %(c)s mojo_div_%(c)s(%(c)s a, %(c)s b) { return a / b - (a %% b != 0 && (a < 0) != (b < 0)); }
static %(c)s mojo_mod_%(c)s(%(c)s a, %(c)s b) { return a - mojo_div_%(c)s(a, b) * b; }""" % {"c": c} for c in ("int", "long"))
COPIES = ["__local int *copy_to[64];", "int copy_value[64];", "int copies = 0;"]


class Refused(Exception):
    def __init__(self, node, message):
        super().__init__(message)
        self.line = getattr(node, "lineno", node)


def python_of(text):
    """The text for Python's parser, and the lines of `var` and `comptime`."""
    lines, marked, open_brackets, edits, first = text.split("\n"), set(), [], [], True
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for i, token in enumerate(tokens):
        if token.string in ("(", "["):
            open_brackets.append(token.string)
        elif token.string in (")", "]"):
            open_brackets.pop()
        if token.string == "=" and open_brackets[-1:] == ["["]:
            edits.append((token.start, "=", ":="))
        if first and token.string == "def":
            raise Refused(token.start[0], "a function begins with fn")
        if first and token.string == "fn":
            edits.append((token.start, "fn", "def"))
        if first and token.string in ("var", "comptime"):
            marked.add(token.start[0])
            edits.append((token.start, token.string + " ", ""))
            if token.string == "var" and tokens[i + 2].string == "=":
                edits.append((tokens[i + 2].start, "=", ": 0 ="))
        first = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT) or first and token.type in (tokenize.NL, tokenize.COMMENT)
    for (line, column), old, new in reversed(edits):
        lines[line - 1] = lines[line - 1][:column] + new + lines[line - 1][column + len(old):]
    return "\n".join(lines), marked


def host_kernels(text):
    """The kernels of an OpenCL C text: their parameters as (declaration, type, name)."""
    kernels = {}
    for name, inside in re.findall(r"__kernel\b[^{]*?\bvoid\s+(\w+)\s*\(([^)]*)\)\s*{", text):
        declarations = [" ".join(part.split()) for part in inside.split(",") if part.strip() not in ("", "void")]
        kernels[name] = [(each, *re.match(r"(.*?)(\w+)$", each).groups()) for each in declarations]
    return kernels


def dotted(node):
    """gpu.x as a string, "" for what is no name."""
    if isinstance(node, ast.Attribute):
        return dotted(node.value) + "." + node.attr
    return node.id if isinstance(node, ast.Name) else ""


def brackets(node):
    """X[1, a = 2] as X, [1] and {"a": 2}; without brackets none of either."""
    if not isinstance(node, ast.Subscript):
        return node, [], {}
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    named = {each.target.id: each.value for each in inside if isinstance(each, ast.NamedExpr)}
    return node.value, [each for each in inside if not isinstance(each, ast.NamedExpr)], named


def c_type(kind):
    if isinstance(kind, Pointer):
        return f"{kind.space} {'' if kind.mutable else 'const '}{C_TYPES[kind.element]} *"
    return C_TYPES[kind] + " "


class Translation:
    def __init__(self, text, host, launch):
        source, self.marked = python_of(text)
        self.tree = ast.parse(source)
        self.host, self.launch = host_kernels(host), launch
        self.imported, self.used = {}, set()
        self.constants, self.types, self.functions = {}, {}, {}
        self.scopes, self.code, self.loops = [], [FLOORS], 0

    # Names and types.

    def need(self, node, name):
        if name not in self.imported:
            raise Refused(node, f"{name} is not imported")
        self.used.add(name)

    def declare(self, node, name, kind, mutable):
        if self.find(name) or name in self.functions:
            raise Refused(node, f"{name} is declared already")
        self.scopes[-1][name] = (kind, mutable)

    def find(self, name):
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def pointer_type(self, node, inside, named):
        self.need(node, "UnsafePointer")
        origin = dotted(inside[1]) if len(inside) == 2 else ""
        if origin not in ("MutAnyOrigin", "ImmutAnyOrigin") or set(named) - {"address_space"}:
            raise Refused(node, "a pointer is UnsafePointer[T, MutAnyOrigin] or [T, ImmutAnyOrigin]")
        space = self.space(named["address_space"]) if named else "__global"
        return Pointer(self.type_of(inside[0]), space, origin == "MutAnyOrigin")

    def space(self, node):
        self.need(node, "AddressSpace")
        spaces = {"AddressSpace.SHARED": "__local", "AddressSpace.GLOBAL": "__global"}
        if dotted(node) not in spaces:
            raise Refused(node, "an address space is SHARED or GLOBAL")
        return spaces[dotted(node)]

    def type_of(self, node):
        base, inside, named = brackets(node)
        if dotted(node) in self.types:
            return self.types[dotted(node)]
        if dotted(node) in NUMBERS or dotted(node) == "Bool":
            return dotted(node)
        if dotted(base) == "UnsafePointer":
            return self.pointer_type(node, inside, named)
        if ast.unparse(node) == "SIMD[DType.float32, 4]":
            return "Float4"
        raise Refused(node, f"no type is known as {ast.unparse(node)}")

    def constant(self, node):
        code, kind = self.value(node)
        if kind != "IntLiteral":
            raise Refused(node, "this must be a constant")
        return code

    # Expressions: their code and their type.

    def value(self, node):
        method = getattr(self, "value_" + type(node).__name__, None)
        if not method:
            raise Refused(node, f"{type(node).__name__} is not in the subset")
        return method(node)

    def typed(self, node, want):
        """The code of a value of this type; a literal becomes one."""
        code, kind = self.value(node)
        return self.fit(node, code, kind, want)

    def fit(self, node, code, kind, want):
        if kind == want or isinstance(want, Pointer) and kind == want._replace(mutable=True):
            return code
        if want == "Float32" and kind in LITERALS:
            return repr(float(code)) + "f"
        if want in NUMBERS and kind == "IntLiteral":
            return code + "u" if want == "UInt32" else code
        raise Refused(node, f"this is {kind}, where {want} is asked for")

    def alike(self, node, left, right):
        """Two values as (code, code, type) of one type."""
        (a, kind), (b, other) = self.value(left), self.value(right)
        if kind in LITERALS and other not in LITERALS:
            return self.fit(left, a, kind, other), b, other
        if kind in LITERALS and other in LITERALS:
            return (a, b, kind) if kind == other else (a, b, "FloatLiteral")
        return a, self.fit(right, b, other, kind), kind

    def value_Constant(self, node):
        if isinstance(node.value, bool):
            return str(node.value).lower(), "Bool"
        if isinstance(node.value, (int, float)):
            return repr(node.value), "IntLiteral" if isinstance(node.value, int) else "FloatLiteral"
        raise Refused(node, f"{node.value!r} is not in the subset")

    def value_Name(self, node):
        if node.id in self.constants:
            return self.constants[node.id]
        if node.id == "WARP_SIZE":
            self.need(node, "WARP_SIZE")
            return "(long)get_max_sub_group_size()", "Int"
        if not self.find(node.id):
            raise Refused(node, f"{node.id} is not declared")
        return node.id + "_", self.find(node.id)[0]

    def value_Attribute(self, node):
        base = dotted(node.value)
        if base in INDICES and node.attr in "xyz":
            self.need(node, base)
            return f"{INDICES[base]}({'xyz'.index(node.attr)})", NO_INT
        if dotted(node) in ("Int32.MIN", "Int32.MAX"):
            return "INT_" + node.attr, "Int32"
        raise Refused(node, f"{dotted(node)} is not in the subset")

    def value_Subscript(self, node):
        code, kind = self.value(node.value)
        if isinstance(kind, Pointer):
            return f"{code}[{self.typed(node.slice, 'Int')}]", kind.element
        if kind == "Float4" and isinstance(node.slice, ast.Constant) and node.slice.value in range(4):
            return f"{code}.s{node.slice.value}", "Float32"
        raise Refused(node, f"{kind} has no such elements")

    def value_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            return f"!({self.typed(node.operand, 'Bool')})", "Bool"
        code, kind = self.value(node.operand)
        if not isinstance(node.op, ast.USub) or kind not in ("Int", "Int32", "Float32", *LITERALS):
            raise Refused(node, "this operator is not in the subset")
        return (repr(-ast.literal_eval(code)) if kind in LITERALS else f"(-{code})"), kind

    def value_BinOp(self, node):
        return self.operation(node, node.left, node.op, node.right)

    def operation(self, node, left, op, right):
        sign = OPERATORS.get(type(op))
        if isinstance(self.value(left)[1], Pointer) and sign == "+":
            code, kind = self.value(left)
            return f"({code} + {self.typed(right, 'Int')})", kind
        a, b, kind = self.alike(node, left, right)
        floating = kind in ("Float32", "Float4", "FloatLiteral")
        if sign is None or kind not in (*NUMBERS, "Float4", *LITERALS) or floating != (sign == "/") and sign not in "+-*":
            raise Refused(node, f"there is no such operator for {kind}")
        if kind in LITERALS:
            return repr(eval(f"({a}) {sign} ({b})")), kind
        if sign in ("//", "%") and kind in ("Int", "Int32"):
            return f"mojo_{'mod' if sign == '%' else 'div'}_{NUMBERS[kind]}({a}, {b})", kind
        return f"({C_TYPES[kind]})({a} {sign[0]} {b})" if kind == "UInt8" else f"({a} {sign[0]} {b})", kind

    def value_Compare(self, node):
        sign = OPERATORS.get(type(node.ops[0]))
        if len(node.ops) != 1 or sign is None:
            raise Refused(node, "comparisons are of two values")
        a, b, kind = self.alike(node, node.left, node.comparators[0])
        if kind not in NUMBERS:
            raise Refused(node, f"{kind} cannot be compared")
        return f"({a} {sign} {b})", "Bool"

    def value_BoolOp(self, node):
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return "(" + sign.join(self.typed(each, "Bool") for each in node.values) + ")", "Bool"

    def value_IfExp(self, node):
        a, b, kind = self.alike(node, node.body, node.orelse)
        if kind in LITERALS:
            raise Refused(node, "one of the two needs a type")
        return f"({self.typed(node.test, 'Bool')} ? {a} : {b})", kind

    def value_Call(self, node):
        base, inside, named = brackets(node.func)
        name = dotted(base)
        if name not in self.imported and name in sum(map(str.split, MODULES.values()), []):
            raise Refused(node, f"{name} is not imported")
        if name in CALLS and node.func is base:
            imported, kinds, code, result = CALLS[name]
            self.need(node, imported)
            return code.format(*self.arguments(node, *kinds)), result
        special = getattr(self, "call_" + name.replace(".", "_"), None)
        if special:
            return special(node, inside, named)
        if inside == [] and name in NUMBERS:
            return self.conversion(node, name)
        if name in self.functions:
            return self.call_function(node, name)
        if isinstance(base, ast.Attribute) and hasattr(self, "method_" + base.attr):
            return getattr(self, "method_" + base.attr)(node, base.value, inside, named)
        if self.is_vector(node.func):
            return self.vector(node)
        raise Refused(node, f"{ast.unparse(node.func)}() is not in the subset")

    def is_vector(self, node):
        try:
            return self.type_of(node) == "Float4"
        except Refused:
            return False

    def arguments(self, node, *kinds):
        if len(node.args) != len(kinds) or node.keywords:
            raise Refused(node, f"this call has {len(kinds)} arguments")
        return [self.typed(each, kind) for each, kind in zip(node.args, kinds)]

    def conversion(self, node, name):
        if len(node.args) != 1 or node.keywords:
            raise Refused(node, "a conversion has one argument")
        code, kind = self.value(node.args[0])
        if kind in LITERALS:
            return self.fit(node, code, kind, name), name
        if kind not in NUMBERS and not (name == "Int" and kind == NO_INT):
            raise Refused(node, f"{kind} is not converted")
        return f"(({NUMBERS[name]}){code})", name

    def vector(self, node):
        if len(node.args) not in (1, 4):
            raise Refused(node, "a vector has one value or four")
        return f"((float4)({', '.join(self.typed(each, 'Float32') for each in node.args)}))", "Float4"

    def call_function(self, node, name):
        kinds, result = self.functions[name]
        return f"{name}_({', '.join(self.arguments(node, *kinds))})", result

    def extreme(self, node, name):
        if len(node.args) != 2:
            raise Refused(node, "this call has 2 arguments")
        (a, kind), (b, other) = map(self.value, node.args)
        if kind not in NUMBERS or kind != other:
            raise Refused(node, f"there is no {name} of {kind} and {other}")
        return f"{'f' + name if kind == 'Float32' else name}({a}, {b})", kind

    def call_min(self, node, inside, named):
        return self.extreme(node, "min")

    def call_max(self, node, inside, named):
        return self.extreme(node, "max")

    def call_neg_inf(self, node, inside, named):
        self.need(node, "neg_inf")
        if [dotted(each) for each in inside] != ["DType.float32"]:
            raise Refused(node, "neg_inf is that of DType.float32")
        return "-INFINITY", "Float32"

    def call_warp_prefix_sum(self, node, inside, named):
        self.need(node, "warp")
        if inside or [ast.unparse(each) for each in named.values()] != ["False"] or "exclusive" not in named:
            raise Refused(node, "a warp's prefix sum says exclusive = False")
        return f"sub_group_scan_inclusive_add({self.arguments(node, 'Int32')[0]})", "Int32"

    def call_Atomic_fetch_add(self, node, inside, named):
        self.need(node, "Atomic")
        place, kind = self.value(node.args[0])
        if len(node.args) != 2 or not isinstance(kind, Pointer) or kind.element != "Int32" or inside:
            raise Refused(node, "Atomic.fetch_add takes a pointer to Int32 and a value")
        amount = self.typed(node.args[1], "Int32")
        if not named:
            return f"atomic_add({place}, {amount})", "Int32"
        self.need(node, "Consistency")
        if {key: dotted(each) for key, each in named.items()} != {"ordering": "Consistency.ACQUIRE_RELEASE"}:
            raise Refused(node, "an ordering is Consistency.ACQUIRE_RELEASE")
        return (f"atomic_fetch_add_explicit((volatile {kind.space} atomic_int *){place}, {amount}, "
                "memory_order_acq_rel, memory_scope_device)"), "Int32"

    def call_async_copy(self, node, inside, named):
        self.need(node, "async_copy")
        if [ast.unparse(each) for each in inside] != ["4"] or named or "copies" not in self.scopes[0]:
            raise Refused(node, "async_copy[4](from, to) stands in a kernel")
        source, to = self.arguments(node, Pointer("Int32", "__global", False), Pointer("Int32", "__local", True))
        return (f"copy_to[copies] = {to}, copy_value[copies] = *{source}, "
                "*copy_to[copies] = ~copy_value[copies], copies++"), None

    def call_print(self, node, inside, named):
        if [each.arg for each in node.keywords] != ["sep"] or ast.unparse(node.keywords[0].value) != "''":
            raise Refused(node, 'print has sep=""')
        form, values = "", []
        for each in node.args:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                form += each.value.replace("%", "%%")
            else:
                form += "%ld"
                values.append(", " + self.typed(each, "Int"))
        if '"' in form or "\\" in form or "\n" in form:
            raise Refused(node, "quotes and line ends are not in the subset")
        return f'printf("{form}\\n"{"".join(values)})', None

    def method_load(self, node, pointer, inside, named):
        code, kind = self.value(pointer)
        if inside or [ast.unparse(each) for each in named.values()] != ["4"] or "width" not in named \
                or not isinstance(kind, Pointer) or kind.element != "Float32":
            raise Refused(node, "load is that of four Float32: load[width = 4]")
        return f"vload4(0, {code} + {self.arguments(node, 'Int')[0]})", "Float4"

    def method_store(self, node, pointer, inside, named):
        code, kind = self.value(pointer)
        if inside or named or not isinstance(kind, Pointer) or kind.element != "Float32" or not kind.mutable:
            raise Refused(node, "store is that of four Float32")
        place, vector = self.arguments(node, "Int", "Float4")
        return f"vstore4({vector}, 0, {code} + {place})", None

    def method_address_space_cast(self, node, pointer, inside, named):
        code, kind = self.value(pointer)
        if not isinstance(kind, Pointer) or len(inside) != 1 or self.space(inside[0]) != kind.space:
            raise Refused(node, "a pointer is cast to the address space that it has")
        return code, kind

    def method_reduce_add(self, node, vector, inside, named):
        return f"dot({self.typed(vector, 'Float4')}, (float4)(1.0f))", "Float32"

    # Statements.

    def block(self, statements):
        self.scopes.append({})
        for statement in statements:
            method = getattr(self, "do_" + type(statement).__name__, None)
            if not method:
                raise Refused(statement, f"{type(statement).__name__} is not in the subset")
            method(statement)
        self.scopes.pop()

    def do_AnnAssign(self, node):
        if node.lineno not in self.marked or not isinstance(node.target, ast.Name) or node.value is None:
            raise Refused(node, "a variable is declared by var NAME = VALUE")
        name, allocated = node.target.id, self.allocation(node.value)
        if allocated:
            kind, size, fill = allocated
            if kind.space == "__local" and len(self.scopes) != 2:
                raise Refused(node, "local memory is allocated at the beginning of a kernel")
            own = self.launch and kind.space == "__local" and name in self.passed
            self.code.append(f"{c_type(kind)}{name}_ = {name};" if own else f"{kind.space} {C_TYPES[kind.element]} {name}_[{size}];")
            if fill is not None:
                self.code.append(f"for (int at = 0; at < {size}; at++) {name}_[at] = {fill};")
            return self.declare(node, name, kind, False)
        code, kind = self.value(node.value)
        if not isinstance(node.annotation, ast.Constant):
            want = self.type_of(node.annotation)
            code, kind = self.fit(node, code, kind, want), want
        elif kind == "IntLiteral":
            kind = "Int"
        if kind not in C_TYPES and not isinstance(kind, Pointer) or kind is None:
            raise Refused(node, f"a variable cannot be {kind}")
        self.declare(node, name, kind, True)
        self.code.append(f"{c_type(kind)}{name}_ = {code};")

    def allocation(self, node):
        """What an allocation gives: a pointer's type, a size and a value; None for another value."""
        if not isinstance(node, ast.Call):
            return None
        base, inside, named = brackets(node.func)
        if dotted(base) == "stack_allocation" and len(inside) == 2 and set(named) <= {"address_space"} and not node.args:
            self.need(node, "stack_allocation")
            space = self.space(named["address_space"]) if named else "__private"
            return Pointer(self.type_of(inside[1]), space, True), self.constant(inside[0]), None
        if dotted(base) == "InlineArray" and len(inside) == 2 and [each.arg for each in node.keywords] == ["fill"]:
            kind = self.type_of(inside[0])
            return Pointer(kind, "__private", True), self.constant(inside[1]), self.typed(node.keywords[0].value, kind)
        return None

    def target(self, node):
        if isinstance(node, ast.Name):
            kind, mutable = self.find(node.id) or (None, False)
            if not mutable:
                raise Refused(node, f"{node.id} is no variable")
        base = self.value(node.value)[1] if isinstance(node, ast.Subscript) else None
        if isinstance(base, Pointer) and not base.mutable:
            raise Refused(node, "nothing is written through an immutable pointer")
        if base == "Float4":
            self.target(node.value)
        return self.value(node)

    def do_Assign(self, node):
        if len(node.targets) != 1 or node.lineno in self.marked:
            raise Refused(node, "this assignment is not in the subset")
        if dotted(node.targets[0]) == "_":
            self.code.append(self.value(node.value)[0] + ";")
            return
        code, kind = self.target(node.targets[0])
        self.code.append(f"{code} = {self.typed(node.value, kind)};")

    def do_AugAssign(self, node):
        code, kind = self.target(node.target)
        result, found = self.operation(node, node.target, node.op, node.value)
        sign = OPERATORS[type(node.op)]
        if found != kind:
            raise Refused(node, f"this is {found}, where {kind} is asked for")
        if isinstance(node.target, ast.Name):
            self.code.append(f"{code} = {result};")
        elif sign in "+-*":  # the place is found once
            self.code.append(f"{code} {sign}= {self.typed(node.value, kind)};")
        else:
            raise Refused(node, f"{sign}= is for variables")

    def do_Expr(self, node):
        code, kind = self.value(node.value)
        if kind is not None:
            raise Refused(node, "this value is not used")
        self.code.append(code + ";")

    def do_Return(self, node):
        want = self.result
        if (node.value is None) != (want is None):
            raise Refused(node, f"this function returns {want}")
        self.code.append(f"return {self.typed(node.value, want)};" if want else "return;")

    def do_If(self, node):
        self.code.append(f"if ({self.typed(node.test, 'Bool')}) {{")
        self.block(node.body)
        if node.orelse:
            self.code.append("} else {")
            self.block(node.orelse)
        self.code.append("}")

    def do_While(self, node):
        if node.orelse:
            raise Refused(node, "a loop has no else")
        self.code.append(f"while ({self.typed(node.test, 'Bool')}) {{")
        self.block(node.body)
        self.code.append("}")

    def do_For(self, node):
        called = isinstance(node.iter, ast.Call) and dotted(node.iter.func) == "range" and not node.iter.keywords
        if not called or not isinstance(node.target, ast.Name) or node.orelse or len(node.iter.args) not in (1, 2, 3):
            raise Refused(node, "a loop is for NAME in range(...)")
        parts = [self.typed(each, "Int") for each in node.iter.args]
        start, end, step = {1: ["0", *parts, "1"], 2: [*parts, "1"], 3: parts}[len(parts)]
        self.loops += 1
        i = f"loop{self.loops}"
        self.code.append(f"for (long {i} = {start}, {i}_end = {end}, {i}_step = {step}; "
                         f"{i}_step < 0 ? {i} > {i}_end : {i} < {i}_end; {i} += {i}_step) {{")
        self.scopes.append({})
        self.declare(node, node.target.id, "Int", False)
        self.code.append(f"const long {node.target.id}_ = {i};")
        self.block(node.body)
        self.scopes.pop()
        self.code.append("}")

    # A text's own statements.

    def do_ImportFrom(self, node):
        for each in node.names:
            if each.asname or each.name not in MODULES.get(node.module, "").split():
                raise Refused(node, f"{node.module} has no {each.name} that is known")
            self.imported[each.name] = node

    def do_constant(self, node):
        if node.lineno not in self.marked or len(node.targets) != 1:
            raise Refused(node, "a constant is comptime NAME = VALUE")
        name = node.targets[0].id
        if isinstance(node.value, ast.Subscript):
            self.types[name] = self.type_of(node.value)
        else:
            self.constants[name] = self.value(node.value)

    def do_FunctionDef(self, node):
        self.result = self.type_of(node.returns) if node.returns else None
        if any(not each.annotation for each in node.args.args) or node.args.defaults or node.args.kwonlyargs:
            raise Refused(node, "a parameter has a type and no default")
        parameters = [(each.arg, self.type_of(each.annotation)) for each in node.args.args]
        self.scopes = [{}]
        if node.name in self.host:
            self.kernel_head(node, parameters)
        elif node.decorator_list:
            raise Refused(node, "a function that is no kernel has no decorator")
        else:
            inside = ", ".join(f"const {c_type(kind)}{name}_" if kind in C_TYPES else f"{c_type(kind)}const {name}_"
                               for name, kind in parameters)
            self.code.append(f"static {c_type(self.result)}{node.name}_({inside or 'void'}) {{")
        for name, kind in parameters:
            self.declare(node, name, kind, False)
        self.block(node.body)
        self.code.append("}")
        if node.name not in self.host:
            self.functions[node.name] = ([kind for name, kind in parameters], self.result)

    def kernel_head(self, node, parameters):
        passed = self.host.pop(node.name)
        self.passed = [name for declaration, kind, name in passed if "__local" in kind]
        others = [(kind, name) for declaration, kind, name in passed if "__local" not in kind]
        if [RENAMED.get(name, name) for kind, name in others] != [name for name, kind in parameters] or self.result:
            raise Refused(node, f"the host passes {', '.join(name for kind, name in others)}")
        self.code.append(f"__kernel {self.bounds(node)}void {node.name}({', '.join(each[0] for each in passed) or 'void'}) {{")
        for (host_kind, host_name), (name, kind) in zip(others, parameters):
            bare = host_kind.replace("atomic_int", "int").replace(" ", "")
            if bare not in (c_type(kind).replace(" ", ""), *(("int", "uint") if kind == "Int" else ())):
                raise Refused(node, f"the host passes {host_kind}{host_name}, which is not {kind}")
            self.code.append(f"{c_type(kind)}const {name}_ = ({c_type(kind)}){host_name};")
        allocated = [each.target.id for each in node.body if isinstance(each, ast.AnnAssign) and self.is_shared(each.value)]
        for name in self.passed:
            if name not in allocated:
                raise Refused(node, f"the host has local memory {name}, which is not allocated")
        if "async_copy" in self.imported:
            self.code += COPIES
            self.scopes[0]["copies"] = (None, False)

    def is_shared(self, node):
        allocated = self.allocation(node)
        return bool(allocated) and allocated[0].space == "__local"

    def bounds(self, node):
        """The decorator that says how many threads a block has."""
        if not node.decorator_list:
            return ""
        bound = re.fullmatch(r"__llvm_metadata\(MAX_THREADS_PER_BLOCK_METADATA=StaticTuple\[Int32, 1\]\((\w+)\)\)",
                             ast.unparse(node.decorator_list[0]))
        if not bound or len(node.decorator_list) > 1:
            raise Refused(node, "this decorator is not in the subset")
        self.need(node, "MAX_THREADS_PER_BLOCK_METADATA")
        self.need(node, "StaticTuple")
        return f"__attribute__((reqd_work_group_size({self.constant(ast.Name(bound.group(1)))}, 1, 1))) "

    def translate(self):
        known = {ast.ImportFrom: self.do_ImportFrom, ast.Assign: self.do_constant, ast.FunctionDef: self.do_FunctionDef}
        for node in self.tree.body:
            if type(node) not in known:
                raise Refused(node, "a text has imports, constants and functions")
            known[type(node)](node)
        for name, node in self.imported.items():
            if name not in self.used:
                raise Refused(node, f"{name} is imported and not used")
        if self.host:
            raise Refused(1, f"the kernel {', '.join(self.host)} is missing")
        return "\n".join(self.code) + "\n"


def main(path, host, *launch):
    try:
        print(Translation(open(path).read(), open(host).read(), launch == ("--launch",)).translate(), end="")
    except Refused as refused:
        sys.exit(f"{path}:{refused.line}: {refused}")
    except SyntaxError as error:
        sys.exit(f"{path}:{error.lineno}: {error.msg}")


if __name__ == "__main__":
    main(*sys.argv[1:])
