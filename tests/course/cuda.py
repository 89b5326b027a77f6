#!/usr/bin/env python3
"""A solution in CUDA C++ as OpenCL C, for the judge.

    tests/course/cuda.py SOLUTION.cu SOLUTION.cl [whole]

The body comes from the .cu, word by word. It has no address spaces and no __local parameters, and OpenCL C needs both:

- A pointer that the kernel takes is __global. A pointer variable is in the space of what its initialiser names first,
  a pointer of a function in that of its argument in the first call.
- The __local parameters are those of the kernel in the .cl, which say how much memory the judge gives. Where the .cu
  has an `extern __shared__` array of such a name, it is the parameter; an array that has a size needs none. Where the
  .cu has pointers of such names, which it carves out of that array (`float *row = shared; float *tile = row + width;`),
  each is the parameter of its name. So the judge sees what reaches past the end of a piece, but not where one begins.
  With `whole` it is the other way round: the array has the 48 KiB that a launch in CUDA may ask for, and the pieces
  are carved out of it as in the .cu. So pieces that overlap are seen, and gaps between them: a piece must not end
  behind its parameter.
- Numbers of threads and blocks are unsigned int, as in CUDA, and not size_t.
- `__launch_bounds__(N)` says of how many threads the judge's blocks are.

What is not translated the compiler of OpenCL C rejects, or this program with a message.
"""
import re
import sys

SHARED_BYTES = 48 * 1024
TYPES = "float4|float|int3|int|unsigned char|unsigned|bool"

# The same function under another name.
NAMES = {
    "expf": "exp", "sqrtf": "sqrt", "rsqrtf": "rsqrt", "fmaxf": "fmax", "fminf": "fmin",
    "__float2int_rn": "convert_int_sat_rte",
}

# What has no counterpart of one word. Only whole warps take part. A fence and a barrier of CUDA order all memory.
WORDS = {
    r"\bwarpSize\b": "(int)get_max_sub_group_size()",
    r"\bmake_(float4)\(": r"(\1)(",
    r"\b__shfl_(up|down)_sync\(0xffffffff, ": r"sub_group_shuffle_\1(",
    r"\b__reduce_add_sync\(0xffffffff, ": "sub_group_reduce_add(",
    r"\b__syncthreads\(\)": "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
    r"\b__threadfence\(\)": "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, "
                            "memory_order_seq_cst, memory_scope_device)",
    r"\b__launch_bounds__\((\w+)\)": r"__attribute__((reqd_work_group_size(\1, 1, 1)))",
}

# What CUDA adds to an int atomically is relaxed, and of the device's scope. A fence of OpenCL C 2.0 orders only what
# says so; before that no kernel has a fence.
ATOMICS = """\
#if __OPENCL_C_VERSION__ >= 200
#define atomicAdd(at, value) \\
  atomic_fetch_add_explicit((volatile atomic_int *)(at), value, memory_order_relaxed, memory_scope_device)
#else
#define atomicAdd(at, value) atomic_add(at, value)
#endif
"""

# A piece ends where the next one begins: there is as much memory as that in the parameter that has its name.
LAST_ELEMENT = "  if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) unused_%s[(%s) - 1] = 0;\n"

# Copies of cooperative groups are events, in the order in which they were asked for. A wait of CUDA leaves the
# latest ones out.
COPIES = "event_t copies[64]; uint copied = 0, arrived_copies = 0;"
GROUPS = {
    r"namespace cg = cooperative_groups;\n": "",
    r"cg::thread_block block = cg::this_thread_block\(\);": COPIES,
    r"cg::memcpy_async\(block, (\w+), ([^,]+),\s*([^;]*) \* sizeof\(int\)\);":
        r"copies[copied++] = async_work_group_copy(\1, \2, \3, 0);",
    r"cg::wait\(block\);": "cg::wait_prior<0>(block);",
    r"cg::wait_prior<(\d)>\(block\);":
        r"for (; arrived_copies + \1 < copied; arrived_copies++) wait_group_events(1, &copies[arrived_copies]);",
}

# What OpenCL C would take as it is, and CUDA would not.
FOREIGN = (r"\b(?:__kernel|__global|__local|__private|(?:get|sub_group|atomic|convert|async)_\w+|barrier|vload\d|"
           r"vstore\d)\b[ (]")


def fail(message):
    sys.exit("cuda.py: %s" % message)


def replace_all(table, text):
    for pattern, replacement in table.items():
        text = re.sub(pattern, replacement, text)
    return text


def indices(text):
    """threadIdx.x and its relatives."""
    functions = {"threadIdx": "get_local_id", "blockIdx": "get_group_id",
                 "blockDim": "get_local_size", "gridDim": "get_num_groups"}
    return re.sub(r"\b(%s)\.([xyz])\b" % "|".join(functions),
                  lambda index: "(uint)%s(%d)" % (functions[index[1]], "xyz".index(index[2])), text)


def vector_casts(text, spaces):
    """Three numbers of CUDA lie side by side, four are aligned as OpenCL's are."""
    def cast(match):
        const, kind, pointer, index = match.groups()
        if kind == "int3":
            return "vload3(%s, %s)" % (index, pointer)
        return "((%s %s%s *)%s)[%s]" % (spaces[pointer], const or "", kind, pointer, index)
    return re.sub(r"reinterpret_cast<(const )?(\w+) \*>\((\w+)\)\[(\w+)\]", cast, text)


class Function:
    """One function of the .cu, or a kernel: what stands before its name, its parameters, its body."""

    def __init__(self, match, body):
        self.before, self.name, self.body = match[1], match[2], body
        self.parameters = [" ".join(one.split()) for one in match[3].split(",") if one.strip()]
        self.kernel = "__global__" in self.before

    def names(self):
        return [re.search(r"\w+$", one)[0] for one in self.parameters]

    def pointers(self):
        return {name: at for at, name in enumerate(self.names()) if "*" in self.parameters[at]}


def functions(text):
    """The text as a list of functions, and of strings for what is between them."""
    parts, start = [], 0
    for match in re.finditer(r"^(__(?:global|device)__ [^(\n]*?(?:\(\w+\) )?)(\w+)\(([^)]*)\) \{", text, re.M):
        end = text.index("\n}\n", match.end() - 1) + 2
        parts += [text[start:match.start()], Function(match, text[match.end():end])]
        start = end
    return parts + [text[start:]]


def local_parameters(text):
    """Each kernel of the .cl: its parameters' names, and (name, place, declaration) of each __local one apart."""
    found = {}
    for name, parameters in re.findall(r"__kernel[^{]*?(\w+)\(\s*(__[^{]*|void)\) \{", text):
        pieces = [" ".join(one.split()) for one in parameters.split(",")]
        named = [(re.search(r"\w+$", one)[0], at, one) for at, one in enumerate(pieces)]
        found[name] = ([one[0] for one in named if "__local" not in one[2] and one[2] != "void"],
                       [one for one in named if "__local" in one[2]])
    return found


def shared_memory(function, given, whole, spaces):
    """Gives the kernel its __local parameters, in place of the arrays that they are in the .cu."""
    names = [name for name, _, _ in given]
    array = re.search(r"  extern __shared__ (%s) (\w+)\[\];\n" % TYPES, function.body)
    apart = re.findall(r"__shared__ (?:%s) (\w+)\[\w" % TYPES, function.body)
    pieces = re.findall(r"  (?:%s) \*(\w+) = (\w+)[^;]*;\n" % TYPES, function.body)
    carved = [name for name, of in pieces if array and of in [array[2]] + names and name in names]
    apart += names if whole and carved else []
    for name, at, parameter in given:
        function.parameters.insert(at, parameter.replace(name, "unused_" + name) if name in apart else parameter)
        spaces[name] = "__local"
    if not array:
        return
    spaces[array[2]] = "__local"
    if whole and carved:
        size = "__local %s %s[%d / sizeof(%s)];" % (array[1], array[2], SHARED_BYTES, array[1])
        function.body = function.body.replace(array[0], "  %s\n" % size)
        function.body = re.sub(r"( *(?:%s) \*\w+ = (%s) \+ ([^;]*);\n)" % (TYPES, "|".join(carved)),
                               lambda piece: piece[1] + LAST_ELEMENT % (piece[2], piece[3]), function.body)
        return
    if array[2] not in names and carved != names:
        fail("%s: the pieces of %s are %s, not %s" % (function.name, array[2], carved, names))
    function.body = function.body.replace(array[0], "")
    for name in carved:
        function.body = re.sub(r"  (?:%s) \*%s = [^;]*;\n" % (TYPES, name), "", function.body)


def pointer_variables(body, spaces):
    """Each pointer variable in the space of what its initialiser names first."""
    def declare(match):
        indent, kind, name, value = match.groups()
        source = next((word for word in re.findall(r"\w+", value) if word in spaces), None)
        if not source:
            fail("what does %s point to?" % name)
        spaces[name] = spaces[source]
        return "%s%s %s *%s = %s;" % (indent, spaces[name], kind, name, value)
    return re.sub(r"^( *)((?:const )?(?:%s)) \*(\w+) = ([^;]*);" % TYPES, declare, body, flags=re.M)


def spaces_of_arguments(function, caller, spaces):
    """Gives the pointers that a function takes the spaces of the arguments in its first call."""
    call = re.search(r"\b%s\(([^;]*)\)" % function.name, caller.body)
    if not call:
        fail("nothing calls %s" % function.name)
    arguments = re.split(r",\s*", call[1])
    for name, at in function.pointers().items():
        if arguments[at] not in spaces:
            fail("%s: what is %s?" % (function.name, arguments[at]))
        function.parameters[at] = "%s %s" % (spaces[arguments[at]], function.parameters[at])


def translate(text, opencl, whole):
    if foreign := re.search(FOREIGN, re.sub("//.*", "", text)):
        fail("%s is not of CUDA" % foreign[0][:-1])
    text = re.sub(r'^#include <[\w./]+>\n', "", text, flags=re.M)
    parts, given = functions(text), local_parameters(opencl)
    kernels = [part for part in parts if isinstance(part, Function) and part.kernel]
    if [kernel.name for kernel in kernels] != list(given):
        fail("the kernels are %s, not %s" % ([kernel.name for kernel in kernels], list(given)))
    for kernel in kernels:
        names, local = given[kernel.name]
        if kernel.names() != names:
            fail("the parameters are %s, not %s" % (kernel.names(), names))
        spaces = dict.fromkeys(kernel.pointers(), "__global")
        for at in kernel.pointers().values():
            kernel.parameters[at] = "__global " + kernel.parameters[at]
        shared_memory(kernel, local, whole, spaces)
        kernel.body = vector_casts(pointer_variables(kernel.body, spaces), spaces)
        for part in parts:
            if isinstance(part, Function) and not part.kernel:
                spaces_of_arguments(part, kernel, spaces)
    written = "".join(part if isinstance(part, str) else "%s%s(%s) {%s" % (
        part.before, part.name, ", ".join(part.parameters) or "void", part.body) for part in parts)
    written = re.sub(r"\b(%s)\b" % "|".join(NAMES), lambda name: NAMES[name[1]], replace_all(GROUPS, written))
    written = indices(replace_all(WORDS, written))
    written = (ATOMICS if "atomicAdd" in written else "") + written
    return replace_all({r"\b__global__ ": "__kernel ", r"\b__device__ ": "", r"\b__shared__ ": "__local "}, written)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    with open(sys.argv[1]) as cuda, open(sys.argv[2]) as opencl:
        sys.stdout.write(translate(cuda.read(), opencl.read(), sys.argv[3:] == ["whole"]))


if __name__ == "__main__":
    main()
