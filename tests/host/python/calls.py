"""Operations called from Python: with NumPy's arrays and, where it is installed, PyTorch's tensors.
Prints TAP. Arguments: the folder of the operations, then "numpy" or "torch"."""

import sys

from workbench import CustomOpLibrary, OperationError

count = failed = 0


def expect(right, what):
    global count, failed
    count += 1
    failed += not right
    print(f"{'' if right else 'not '}ok {count} - {what}")


def fails(words, call, *arguments, kind=OperationError):
    try:
        call(*arguments)
        expect(False, words)
    except kind as error:
        expect(words in str(error), words)
        if words not in str(error):
            print("#", error)


def try_library(ops):
    expect(list(ops) == ["add_one", "conv1d", "flip_flags", "keep", "raise", "scale", "sum_axes"], "names")
    expect("scale" in ops and "scales" not in ops and len(ops) == 7, "what is in it")
    expect("conv1d(out: float [n], input: float [n], taps: float [k])" in ops.conv1d.__doc__, "an operation's text")
    fails("did you mean 'scale'?", lambda: ops.scal)
    fails("did you mean 'scale'?", lambda: ops["scal"], kind=KeyError)
    expect(not hasattr(ops, "nothing"), "what there is not is no attribute")
    fails("there is no folder or package", CustomOpLibrary, "/nowhere")
    fails("3 arguments are needed (out, input, taps), and here are 1", ops.conv1d, 1)
    fails("scale: 'out' is of type list", ops.scale, [], [])
    fails("there is no parameter 'bye'; did you mean 'by'?", run_with, ops, {"bye": 1})
    fails("takes a dictionary", lambda: ops.scale[4])


def run_with(ops, parameters):
    import numpy
    ops.scale[parameters](numpy.zeros(1), numpy.ones(1))


def try_numpy(ops, path, device):
    import numpy as np
    x = np.arange(6, dtype=np.float32)
    out = np.zeros_like(x)
    expect(ops.add_one(out, x) is None and (out == x + 1).all(), "NumPy's arrays are written")
    ops.scale[{"by": 3}](out, x)
    expect((out == 3 * x).all(), "a parameter, in brackets")
    expect(ops.scale[{"by": 3}] is ops.scale[{"by": 3}], "made once")
    expect(ops.scale[{"by": 3}] is not ops.scale[{"by": 3.0}], "for each value")
    ops.scale.with_parameters(by=0.5)(out, x)
    expect((out == x / 2).all(), "or by name")
    grid = np.arange(6.0).reshape(2, 3)
    turned = np.zeros((3, 2))
    ops.add_one(turned, grid.T)
    expect((turned == grid.T + 1).all(), "strides")
    ops.add_one(turned.T, grid)
    expect((turned == grid.T + 1).all(), "of outputs, too")
    back = np.zeros(6, np.float32)
    ops.scale(back[::-1], x)
    expect((back[::-1] == 2 * x).all(), "also negative ones")
    flags = np.array([True, False, True])
    expect((ops.flip_flags.new(flags) == ~flags).all() and ops.flip_flags.new(flags).dtype == bool, "bools")
    rows, total = ops.sum_axes.new(grid)
    expect((rows == grid.sum(1)).all() and total.shape == () and total == grid.sum(), "outputs that it makes itself")
    empty = np.zeros((0,), np.float32)
    ops.scale(empty, empty)
    expect(ops.scale.new(empty).shape == (0,), "nothing at all")
    x.flags.writeable = False
    ops.scale(out, x)
    fails("scale: 'out' is read-only", ops.scale, x, out)
    fails("order of bytes", ops.scale, out, np.zeros(6, ">f4"))
    fails("'x' is int[6], but its declaration needs float or double", ops.scale, out, np.zeros(6, np.int32))
    fails("output 'out' has shape [5], but its declaration needs that of 'x', which is [6]",
          ops.scale, out[:5], x)
    fails("numbers or bools", ops.scale, out, np.zeros(6, complex))
    fails("this operation gives up", getattr(ops, "raise"), out, out.copy())
    fails("conv1d: unsupported target: cpu", ops.conv1d[{"shift": 0}], out, x, x)
    dx, = ops.scale.gradient([out], [np.ones(6, np.float32)])
    expect((dx == 2).all(), "gradients")
    on = CustomOpLibrary(path, device=device)
    taps = np.ones(4, np.float32)
    on.conv1d[{"shift": 0}](out, x, taps)
    expect(out.tolist() == [6, 10, 14, 12, 9, 5], "kernels on a device")
    expect((on.flip_flags.has_cpu, on.conv1d.has_cpu, on.conv1d.has_gpu) == (True, False, True), "which paths there are")
    if device == "emulator":
        try:
            on.conv1d[{"shift": 1}](out, x, taps)
            expect(False, "findings are raised")
        except OperationError as error:
            expect(error.status == "finding" and "calls.py" in str(error) and "out-of-bounds" in str(error),
                   "findings are raised, with the line here")


def try_torch(ops, path, device):
    import torch
    x = torch.arange(6, dtype=torch.float32)
    out = torch.zeros(6)
    ops.add_one(out, x)
    expect(torch.equal(out, x + 1), "PyTorch's tensors are written")
    flags = torch.tensor([True, False])
    expect(torch.equal(ops.flip_flags.new(flags), ~flags), "bools")
    grid = torch.arange(6.0).reshape(2, 3)
    expect(torch.equal(ops.add_one.new(grid.T), grid.T + 1), "strides")
    expect(torch.equal(ops.scale.new(torch.ones(1).expand(5)), torch.full((5,), 2.0)), "an input that repeats an element")
    fails("several of its elements are the same memory", ops.scale, torch.zeros(1).expand(5), torch.ones(5))
    fails("cannot be an argument", ops.scale, out, x.to(torch.bfloat16))
    for one in (ops, CustomOpLibrary(path, device=device)):
        w = torch.tensor([1.0, 2, 3], dtype=torch.float64, requires_grad=True)
        y = one.scale[{"by": 3}].autograd(w * w)
        (y * torch.tensor([1.0, 10, 100], dtype=torch.float64)).sum().backward()
        expect(torch.equal(w.grad, torch.tensor([6.0, 120, 1800], dtype=torch.float64)), "a gradient of its own")
        w.grad = None
        result = torch.zeros(3, dtype=torch.float64)
        one.scale(result, w)
        expect(result.requires_grad, "an output that is given becomes a part of the graph")
        result.sum().backward()
        expect(torch.equal(w.grad, torch.full((3,), 2.0, dtype=torch.float64)), "and hands gradients on")
        m = torch.rand(3, 4, dtype=torch.float64, requires_grad=True)
        expect(torch.autograd.gradcheck(lambda v: one.sum_axes.autograd(v), m), "gradcheck, of two outputs")
        w.grad = None
        square = w * w
        one.scale(square, square)
        square.sum().backward()
        expect(torch.equal(w.grad, 4 * w.detach()), "in place")
    with torch.no_grad():
        result = torch.zeros(3, dtype=torch.float64)
        ops.scale(result, w)
        expect(not result.requires_grad, "under no_grad nothing is recorded")
    fails("the operation has none", getattr(ops, "raise"), torch.zeros(3), torch.ones(3, requires_grad=True))


def main():
    path, which, device = sys.argv[1:4]
    expect("numpy" not in sys.modules and "torch" not in sys.modules, "the module imports neither NumPy nor PyTorch")
    ops = CustomOpLibrary(path)
    if which == "numpy":
        try_library(ops)
        try_numpy(ops, path, device)
    else:
        try_torch(ops, path, device)
    print(f"1..{count}")
    return failed > 0


sys.exit(main())
