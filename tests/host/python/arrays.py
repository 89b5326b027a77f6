"""Arrays that stay on a device between calls. Prints TAP. Arguments: the folder of the operations, then
"neither", "numpy" or "torch", a device, and the folder of the graphs."""

import copy
import ctypes
import gc
import os
import pickle
import sys
import threading
from array import array as numbers

from tap import expect, fails, finish
from workbench import Array, CustomOpLibrary, DeviceContext, Graph, OperationError, array


def floats(x):
    return numbers("f", x.tobytes()).tolist()


def try_chain(context, ops, graphs):
    x = array(numbers("f", range(6)), context)
    expect((x.dtype, x.shape, x.nbytes, x.device) == ("float", (6,), 24, context), "an array of Python's numbers")
    expect(repr(x) == f"Array(float[6] on {context!r})", "says what it is")
    y = ops.add_one.new(ops.scale[{"by": 3}].new(x))
    expect(isinstance(y, Array) and y.device is context and floats(y) == [1, 4, 7, 10, 13, 16], "results stay there")
    ops.add_one(x, y)
    expect(floats(x) == [2, 5, 8, 11, 14, 17], "an array is written")
    ops.scale(x, x)
    expect(floats(x) == [4, 10, 16, 22, 28, 34], "in place, too")
    slope, = ops.scale[{"by": 5}].gradient([x], [y])
    expect(isinstance(slope, Array) and floats(slope) == [5, 20, 35, 50, 65, 80], "gradients stay there")
    scaled, slope = Graph(graphs + "/uses_ops.lua", device=context)(array(numbers("f", range(4)), context))
    expect(floats(scaled) == [0, 3, 6, 9] and floats(slope) == [0, 6, 12, 18], "and what a graph gives")
    expect(floats(ops.add_one.new(x, out_types=("float", (6,)))) == [5, 11, 17, 23, 29, 35], "also of types that are given")
    expect(array(y, context) is y and y.to(context) is y, "what is there is not copied")
    empty = array(numbers("f"), context)
    expect(floats(ops.scale.new(empty)) == [], "nothing at all")
    context.synchronize()


def try_buffers(context):
    expect(array(b"\1\2", context).dtype == "uchar" and array(b"\1\2", context).tobytes() == b"\1\2", "bytes")
    expect(array(memoryview(b"abcdef")[::2], context).tobytes() == b"ace", "with strides")
    expect(array((ctypes.c_int16 * 3)(1, 2, 3), context).dtype == "short", "ctypes")
    fails("the array is of type list, and must be", array, [1.0], context)
    fails("elements of 'c'", array, memoryview(b"ab").cast("c"), context)
    for wrong in (None, "opencl", DeviceContext()):
        fails("an array stays on a device", array, b"ab", wrong)


class Exporter:
    """What exports floats by DLPack, and by nothing else."""

    deleted = 0

    def __init__(self, strides=None, device=1):
        self._elements, self._device = (ctypes.c_float * 4)(1, 2, 3, 4), device
        self._strides = None if strides is None else (ctypes.c_int64 * 2)(*strides)

    def __dlpack_device__(self):
        return self._device, 0

    def __dlpack__(self):
        from workbench import _DataType, _DLTensor
        tensor = _DLTensor(ctypes.addressof(self._elements), 1, 0, 2, _DataType(2, 32, 1), (ctypes.c_int64 * 2)(2, 2),
                           self._strides, 0)

        @ctypes.CFUNCTYPE(None, ctypes.c_void_p)
        def delete(_):
            Exporter.deleted += 1
            kept.clear()
        kept = [self, tensor, delete]
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(ctypes.addressof(tensor), b"dltensor", ctypes.cast(delete, ctypes.c_void_p))


def try_dlpack(context, ops):
    expect(floats(array(Exporter(), context)) == [1, 2, 3, 4] and array(Exporter(), context).shape == (2, 2),
           "what exports DLPack")
    gc.collect()
    expect(Exporter.deleted == 2, "is let go of afterwards")
    expect(floats(ops.add_one.new(array(Exporter((2, 1)), context))) == [2, 3, 4, 5], "with strides that are row-major")
    out = array(bytes(16), context)
    fails("output 'out' is uchar[16], but its declaration needs the type of 'x'", ops.add_one, out, Exporter())
    fails("do not lie side by side", array, Exporter((1, 2)), context)
    fails("device of DLPack's type 2", array, Exporter(device=2), context)
    fails("may not be written through DLPack", ops.add_one, Exporter(), Exporter())
    into = array(numbers("f", [0] * 4), context)
    ops.scale(into, array(numbers("f", range(4)), context))
    expect(floats(into) == [0, 2, 4, 6], "and calls go on")
    fails("can only be copied", lambda: into.__dlpack__(copy=False), kind=BufferError)
    fails("can only be copied", lambda: into.__array__(copy=False), kind=ValueError)


def try_mistakes(path, device, context, ops):
    x, other = array(numbers("f", range(6)), context), DeviceContext(device)
    moved = x.to(other)
    expect(moved.device is other and floats(moved) == floats(x), "to another device")
    fails(f"scale: 'x' is on {context!r}, and this runs on another, {other!r}", CustomOpLibrary(path, other).scale.new, x)
    fails("this runs on the CPU: give both the same DeviceContext, or array.numpy()", CustomOpLibrary(path).scale.new, x)
    fails("'x' is uchar[2], but its declaration needs float or double", ops.scale.new, array(b"ab", context))
    fails("output 'out' has shape [6]", ops.scale, x, array(numbers("f", range(3)), context))
    for wrong in (copy.copy, copy.deepcopy, pickle.dumps):
        fails("neither copied nor pickled", wrong, x, kind=TypeError)
    closed = ops.scale.new(x)
    closed.close()
    closed.close()
    expect("closed" in repr(closed), "an array that was closed says so")
    fails("add_one: 'out' was closed", ops.add_one, closed, x)
    fails("add_one: 'x' was closed", ops.add_one.new, closed)
    fails("the array was closed", closed.tobytes)
    fails("the array was closed", closed.to, other)
    small = DeviceContext(device, memory_bytes=1 << 16)
    fails("too much", array, bytes(1 << 17), small)
    expect(array(b"ab", small).tobytes() == b"ab", "and calls go on")


def try_finding(context, ops):
    """The kernel runs when somebody waits, and the call that began it is the one that is told."""
    x, taps = array(numbers("f", range(6)), context), array(numbers("f", [1] * 4), context)
    try:
        ops.conv1d[{"shift": 1}].new(x, taps).tobytes()
        expect(False, "findings are raised")
    except OperationError as error:
        expect(error.status == "finding" and "arrays.py" in str(error) and "out-of-bounds" in str(error),
               "findings are raised, with the line here")
    expect(floats(ops.conv1d[{"shift": 0}].new(x, taps)) == [6, 10, 14, 12, 9, 5], "and calls go on")


def try_release(path, device):
    """1 MiB is enough for any number of arrays of 256 KiB that nobody has any more, waited for or not."""
    context = DeviceContext(device, memory_bytes=1 << 20)
    ops = CustomOpLibrary(path, context)
    x = array(numbers("f", [1]) * (1 << 16), context)
    for _ in range(30):
        x = ops.scale[{"by": 1}].new(x)
    expect(floats(x)[-1] == 1, "arrays are released when nobody has them")
    loop = [x]
    loop.append(loop)
    del loop, x
    gc.collect()
    expect(not context._dropped and array(bytes(1 << 19), context).nbytes == 1 << 19, "all of their memory")
    expect(context.findings() == "", "and nothing is found in that")


def try_threads(context, ops):
    """Arrays that one thread closes while others use them: an error at worst."""
    x, shared, wrong = array(numbers("f", range(6)), context), [], []

    def work():
        for _ in range(20):
            made = ops.scale.new(x)
            shared.append(made)
            try:
                ops.add_one.new(made).tobytes()
            except OperationError as error:
                if "was closed" not in str(error):
                    wrong.append(error)

    def close():
        while any(thread.is_alive() for thread in workers):
            while shared:
                shared.pop().close()
    workers = [threading.Thread(target=work) for _ in range(2)]
    threads = workers + [threading.Thread(target=close)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(not wrong, "threads share a device")


def try_fork(context, ops):
    x = array(numbers("f", range(6)), context)
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        words = ""
        try:
            x.tobytes()
        except OperationError as error:
            words = str(error)
        del x
        gc.collect()
        context.__del__()
        os._exit("forked" not in words)
    expect(os.waitpid(child, 0)[1] == 0, "a process that is forked has no part in it")
    expect(floats(ops.scale.new(x)) == [0, 2, 4, 6, 8, 10], "and does not disturb")


def try_numpy(context, ops, graphs):
    import numpy as np
    x = np.arange(6, dtype=np.float32)
    y = ops.scale.new(array(x, context))
    expect(y.numpy().dtype == np.float32 and (y.numpy() == 2 * x).all(), "numpy()")
    expect((np.asarray(y) == 2 * x).all() and np.asarray(y, np.float64).dtype == np.float64, "numpy.asarray")
    expect((np.from_dlpack(y) == 2 * x).all(), "numpy.from_dlpack")
    expect(y.__dlpack_device__() == (1, 0), "on the CPU by then")
    for dtype in "?bBhHiIlLefd":
        given = np.array([[0, 1], [1, 0]], dtype)
        made = array(given, context).numpy()
        if made.dtype != given.dtype or not (made == given).all():
            expect(False, f"an array of {given.dtype} comes back")
    grid = np.arange(6, dtype=np.float32).reshape(2, 3)
    for view in (grid.T, grid[:, ::2], grid[::-1], np.float32(3), grid[:0], np.broadcast_to(x, (3, 6))):
        made = array(view, context).numpy()
        expect(made.shape == view.shape and (made == view).all(), f"{view.shape} of any strides")
    out = np.zeros(6, np.float32)
    ops.scale(out, y)
    expect((out == 4 * x).all(), "into an array of the CPU's memory")
    ops.scale(y, x)
    expect((y.numpy() == 2 * x).all(), "and from one")
    expect((ops.scale.new(Exporter4(x)) == 2 * x).all(), "operations take what exports DLPack")
    fails("order of bytes", array, x.astype(">f4"), context)
    fails("numbers or bools", array, x.astype(complex), context)
    weights = {"weight": array(np.arange(1, 7, dtype=np.float32).reshape(2, 3), context),
               "bias": array(np.array([0, -5, 0.5], np.float32), context)}
    model = Graph(graphs + "/mlp.lua", device=context, weights=weights)
    given = np.array([[1, 1], [0, -1]], np.float32)
    wanted = np.maximum(given @ weights["weight"].numpy() + weights["bias"].numpy(), 0)
    y, sums = model(array(given, context))
    expect((y.numpy() == wanted).all() and sums.shape == (4,), "a graph, its weights and its inputs on the device")
    out = np.zeros((2, 3), np.float32)
    model.into([out, sums], array(given, context))
    expect((out == wanted).all(), "with an output that is not")


class Exporter4:
    """An array of NumPy, by DLPack alone."""

    def __init__(self, of):
        self._of = of

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self):
        return self._of.__dlpack__()


def try_torch(context, ops):
    import torch
    x = torch.arange(6, dtype=torch.float32)
    y = ops.scale.new(array(x, context))
    expect(torch.equal(torch.from_dlpack(y), 2 * x), "torch.from_dlpack")
    grid = torch.arange(6.0).reshape(2, 3)
    expect(torch.equal(torch.from_dlpack(array(grid.T, context)), grid.T), "strides")
    expect(array(torch.tensor([True, False]), context).dtype == "bool", "bools")
    fails("cannot be an argument", array, x.to(torch.bfloat16), context)
    w = torch.ones(6, requires_grad=True)
    fails("another argument stays on a device", ops.subtract.new, w, y)
    with torch.no_grad():
        expect(torch.equal(ops.subtract.new(w, y), 1 - 2 * x), "without a gradient the first input says what is made")


def main():
    path, which, device, graphs = sys.argv[1:5]
    context = DeviceContext(device)
    ops = CustomOpLibrary(path, context)
    if which == "numpy":
        try_numpy(context, ops, graphs)
    elif which == "torch":
        try_torch(context, ops)
    else:
        try_chain(context, ops, graphs)
        try_buffers(context)
        try_dlpack(context, ops)
        try_mistakes(path, device, context, ops)
        if device == "emulator":
            try_finding(context, ops)
            context, ops = DeviceContext(device), None  # what was found stays
            ops = CustomOpLibrary(path, context)
        try_release(path, device)
        try_threads(context, ops)
        try_fork(context, ops)
        expect("numpy" not in sys.modules and "torch" not in sys.modules, "neither NumPy nor PyTorch was needed")
    return finish()


sys.exit(main())
