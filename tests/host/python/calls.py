"""Operations and graphs called from Python: with NumPy's arrays and, where it is installed, PyTorch's
tensors. Prints TAP. Arguments: the folder of the operations, then "numpy" or "torch", a device, and the
folder of the graphs."""

import gc
import sys

from tap import expect, fails, finish
from workbench import Argument, CustomOpLibrary, DeviceContext, Graph, OperationError

def try_library(ops):
    expect(list(ops) == ["add_one", "conv1d", "flip_flags", "keep", "multiply", "raise", "repeat", "rounded", "scale",
                          "subtract", "sum_axes", "twice"],
           "names")
    expect("scale" in ops and "scales" not in ops and len(ops) == 12, "what is in it")
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
    fails("tensor.to_dense()", ops.scale, out, x.to_sparse())
    fails("on the device meta", ops.scale, out, torch.empty(6, device="meta"))
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
        w.grad = None
        one.rounded.autograd(w * 1.5).sum().backward()
        expect(torch.equal(w.grad, torch.full((3,), 1.5, dtype=torch.float64)), "a gradient in place of its expression's")
        try_second_derivatives(one)
    with torch.no_grad():
        result = torch.zeros(3, dtype=torch.float64)
        ops.scale(result, w)
        expect(not result.requires_grad, "under no_grad nothing is recorded")
    fails("the operation has none", getattr(ops, "raise"), torch.zeros(3), torch.ones(3, requires_grad=True))


def try_second_derivatives(ops):
    """The gradient of an operation is no constant, neither of the inputs nor of the outputs' gradients."""
    import torch
    t = torch.tensor([2.0, 3], dtype=torch.float64, requires_grad=True)
    for y in (ops.multiply.autograd(t, t).sum() + (t ** 2).sum(), (ops.multiply.autograd(t, t) ** 2).sum()):
        first, = torch.autograd.grad(y, t, create_graph=True)
        fails("multiply: its gradient cannot be differentiated again", torch.autograd.grad, first.sum(), t)
    y = ops.scale.new(t).sum() + (t ** 3).sum()
    first, = torch.autograd.grad(y, t, create_graph=True)
    expect(torch.equal(first, 2 + 3 * t * t), "the gradient of a sum is right, where more could follow")
    fails("scale: its gradient cannot be differentiated again", torch.autograd.grad, first.sum(), t)
    square = t * t
    ops.scale(square, square)
    first, = torch.autograd.grad((square + t ** 2).sum(), t, create_graph=True)
    fails("scale: its gradient cannot be differentiated again", torch.autograd.grad, first.sum(), t)
    other = torch.ones(2, dtype=torch.float64, requires_grad=True)
    first, = torch.autograd.grad((ops.scale.new(t) * other).sum() + (other ** 3).sum(), other, create_graph=True)
    expect(torch.equal(torch.autograd.grad(first.sum(), other)[0], 6 * other), "what does not pass the operation goes on")


def try_kinds(ops):
    """What is kept from call to call must be that of the same types, shapes, strides and parameters."""
    import numpy as np
    for dtype in (np.float32, np.float64, np.int32, np.float32):
        for shape in ((6,), (2, 3), (3, 2), (0,), (1,), (6,)):
            x = np.arange(np.prod(shape)).astype(dtype).reshape(shape)
            out = np.full_like(x, 9)
            ops.add_one(out, x)
            ops.add_one(out, x.copy())
            if not (out == x + 1).all():
                expect(False, f"{dtype} {shape}")
    grid = np.arange(12, dtype=np.float32).reshape(3, 4)
    for view in (grid[:, :2], grid[::-1, ::2], grid[:3, 2:], grid.T[:2, :].T):
        out = np.zeros((3, 2), np.float32)
        ops.add_one(out, view)
        expect((out == view + 1).all(), f"strides {view.strides} are not those of another call")
    x, out = np.ones(4, np.float32), np.zeros(4, np.float32)
    seen = []
    for by in (2, 2.5, 1, True and 1.0, 2):
        ops.scale[{"by": by}](out, x)
        seen.append(float(out[0]))
    expect(seen == [2, 2.5, 1, 1, 2], "each parameter has its own result, again and again")
    fails("output 'out' has shape [3]", ops.add_one, out[:3], x)
    ops.add_one(out, x)
    expect((out == 2).all(), "after a call that fails, one that does not")
    fails("its declaration does not say in_place", ops.add_one, x, x)
    ops.add_one(out, x)
    for count in range(1, 100):
        ops.add_one(np.empty(count, np.float32), np.zeros(count, np.float32))
    for size in (1, 4, 99):
        x = np.arange(size, dtype=np.float32)
        expect((ops.add_one.new(x) == x + 1).all(), f"{size} elements after a hundred other sizes")


def try_scalars(path, graphs, device):
    """A scalar of NumPy exports memory that is freed at once: each call reads its own."""
    import numpy as np
    one, seven = np.float32(1), np.float32(7)
    for where in (None, device):
        ops = CustomOpLibrary(path, device=where)
        expect(ops.subtract.new(seven, one) == 6 and ops.subtract.new(one, seven) == -6, "scalars are two operands")
        out = np.zeros((), np.float32)
        ops.subtract(out, seven, one)
        expect(out == 6, "of a call with an output, too")
        of_first, of_second = ops.multiply.gradient([seven, one], [np.float32(3)])
        expect((of_first, of_second) == (3, 21), "and of a gradient")
        fails("'out' is a scalar of NumPy, which cannot be written", ops.subtract, np.float32(0), seven, one)
        model = Graph(graphs + "/affine.lua", device=where, weights={"scale": np.float32(3), "shift": np.float32(1)})
        expect(model(np.ones(2, np.float32)).tolist() == [4, 4], "weights are scalars")
        model.set_weights({"scale": one, "shift": seven})
        expect(model(np.ones(2, np.float32)).tolist() == [8, 8], "other ones")
        between = Graph(graphs + "/between.lua", device=where)
        expect(between(seven, one) == 6 and between(seven, one, out=np.zeros((), np.float32)) == 6, "inputs of a graph are, too")
        fails("output 1 is a scalar of NumPy", between.into, [np.float32(0)], seven, one)


def try_out_types(ops):
    """What a declaration leaves open is said by the caller; what follows from the inputs need not be."""
    import numpy as np
    x = np.arange(4, dtype=np.int32)
    expect(ops.repeat.new(x, out_types=("int", (2, 4))).tolist() == [x.tolist()] * 2, "a type and a shape")
    expect(ops.repeat.new(x, out_types=[("int", [0, 4])]).shape == (0, 4), "or a list of them")
    fails("repeat: the shape of output 'out' is [r, n], and r follows from nothing: give it in out_types", ops.repeat.new, x)
    for wrong, words in ((("int32", (2, 4)), "types are bool, char"), ([], "it has 1 outputs, and out_types has 0"),
                         (("int", (2, 5)), "output 'out' has shape [2, 5]"), (("float", (2, 4)), "float")):
        fails(words, lambda given: ops.repeat.new(x, out_types=given), wrong)
    expect(ops.twice.new(x).tolist() == [0, 2, 4, 6], "an input that is to be the same as the output says what that is")


def try_graph(path, device):
    import numpy as np
    weights = {"weight": np.arange(1, 7, dtype=np.float32).reshape(2, 3), "bias": np.array([0, -5, 0.5], np.float32)}
    x = np.array([[1, 1], [0, -1]], np.float32)
    wanted = np.maximum(x @ weights["weight"] + weights["bias"], 0)
    model = Graph(path + "/mlp.lua", device=device, weights=weights)
    expect(model.name == "mlp" and model.is_ready and "mlp.lua" in repr(model), "a graph of a file")
    expect(model.inputs == [Argument("x", "float", ("n", 2))], "its inputs")
    expect(model.outputs == [("output 1", "float", ("n", 3)), ("output 2", "float", ("2*n",))], "its outputs")
    expect([weight.name for weight in model.weights] == ["bias", "weight"] and model.weights[1].shape == (2, 3),
           "and its weights")
    y, sums = model(x)
    expect(y.dtype == np.float32 and (y == wanted).all() and (sums == np.tile(wanted.sum(1), 2)).all(),
           "it gives new arrays")
    out = [np.zeros((2, 3), np.float32), np.zeros(4, np.float32)]
    expect(model.into(out, x) is None and (out[0] == wanted).all(), "or writes arrays that are there")
    out[0][:] = 0
    expect(model(x, out=out)[0] is out[0] and (out[0] == wanted).all(), "out=, too")
    for rows in (3, 1, 0, 2, 3):
        more = np.arange(2 * rows, dtype=np.float32).reshape(rows, 2)
        turned = np.asfortranarray(more)
        right = np.maximum(more @ weights["weight"] + weights["bias"], 0)
        expect((model(more)[0] == right).all() and (model(turned)[0] == right).all(), f"{rows} rows")
    weights["bias"][:] = 99
    expect((model(x)[0] == wanted).all(), "weights are copies")
    model.set_weights({"bias": np.zeros(3, np.float32)})
    expect((model(x)[0] == np.maximum(x @ weights["weight"], 0)).all(), "others are given later")
    expect("mlp" in model.explain() and "mlp" in model.explain(x[:1]), "what it became")
    fails("input 1 is float[2, 3], and must be float[n, 2]", model, np.zeros((2, 3), np.float32))
    fails("input 1 is double[2, 2], and must be float[n, 2]", model, x.astype(float))
    fails("output 1 is float[3, 3], and must be float[2, 3]", model.into, [np.zeros((3, 3), np.float32), out[1]], x)
    fails("it has 1 inputs (x), and here are 2", model, x, x)
    fails("it has 2 outputs (output 1, output 2), and here are 1", model.into, [out[0]], x)
    fails("input 1 ('x') is of type list", model, [1, 2])
    fails("'bias' is float[4], and must be float[3]", model.set_weights, {"bias": np.zeros(4, np.float32)})
    fails("no weight 'bios'; did you mean 'bias'?", model.set_weights, {"bios": np.zeros(3, np.float32)})
    fails("the weight 'bias' is of type list", model.set_weights, {"bias": [1]})
    expect((model(x)[0] == np.maximum(x @ weights["weight"], 0)).all(), "and goes on after all of these")
    model.close()
    model.close()
    fails("graph 'mlp' was closed", model, x)
    fails("graph 'mlp' was closed", model.explain)
    fails("graph 'mlp' was closed", model.set_weights, {})
    bare = Graph(path + "/mlp.lua", device=device)
    expect(not bare.is_ready, "without weights")
    fails("it has no weights yet: 'bias', 'weight'", bare, x)
    fails("there is no weight 'bias'", lambda: Graph(path + "/mlp.lua", device, {"weight": weights["weight"]}))
    own = Graph(path + "/own_weights.lua", device=device)
    mask = np.array([True, False])
    chosen, inverse = own(mask)
    expect(chosen.tolist() == [7, -1] and inverse.dtype == bool and (inverse == ~mask).all(),
           "weights of the file, and bools")
    uses = Graph(path + "/uses_ops.lua", device=device)
    scaled, slope = uses(np.arange(4, dtype=np.float32))
    expect(scaled.tolist() == [0, 3, 6, 9] and slope.tolist() == [0, 6, 12, 18], "operations, and a gradient")


def try_beside(path, device):
    """Arrays and operations that a file names lie beside it, also in what its last statement calls."""
    import os
    import shutil
    import tempfile
    import numpy as np
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(path + "/../ops", folder + "/beside")
        np.save(folder + "/w.npy", np.arange(3, dtype=np.float32))
        with open(folder + "/whole.lua", "w", encoding="utf-8") as file:
            file.write("""local graph, gpu, ops = require "graph", require "gpu", require "ops"
return graph.Graph("whole", { graph.TensorType("float", { 3 }) }, function(x)
  return ops.custom { name = "add_one", values = { x } }[1] * ops.constant(gpu.load "w.npy")
end, { custom_extensions = { "beside" } })
""")
        x = np.ones(3, np.float32)
        expect(Graph(folder + "/whole.lua", device=device)(x).tolist() == [0, 2, 4], "files lie beside the graph's")
        before = os.getcwd()
        os.chdir(folder)
        try:
            model = Graph("whole.lua")
            expect(model(x).tolist() == [0, 2, 4], "by a name without a folder, too")
            fails("output 1 and input 1 are the same memory", lambda: model(x, out=x))
        finally:
            os.chdir(before)


def try_graph_files(path, device):
    fails("there is no file", Graph, path + "/nowhere.lua")
    fails("no_graph.lua gives a table, and must return a graph", Graph, path + "/no_graph.lua")
    fails("syntax.lua:2: ", Graph, path + "/syntax.lua")
    fails("wrong_shapes.lua:3: add: shapes [3, 4] and [2, 4]", Graph, path + "/wrong_shapes.lua")
    fails("no device \"abacus\"", Graph, path + "/mlp.lua", "abacus")
    context = DeviceContext(device)
    for _ in range(3):
        Graph(path + "/own_weights.lua", device=context)
    gc.collect()
    expect(not context._dropped and context.findings() == "", "graphs that nobody has are released")
    if device == "emulator":
        import numpy as np
        strays = Graph(path + "/strays.lua", device=context)
        try:
            strays(np.ones(4, np.float32), np.ones(4, np.float32))
            expect(False, "findings are raised")
        except OperationError as error:
            expect(error.status == "finding" and "calls.py" in str(error) and "out-of-bounds" in str(error),
                   "findings of a graph are raised, with the line here")


def try_torch_graph(path, device):
    import torch
    weights = {"weight": torch.rand(2, 3, requires_grad=True), "bias": torch.rand(3)}
    model = Graph(path + "/mlp.lua", device=device, weights=weights)
    x = torch.rand(5, 2)
    y, sums = model(x)
    wanted = torch.relu(x @ weights["weight"] + weights["bias"])
    expect(isinstance(y, torch.Tensor) and torch.allclose(y, wanted, atol=1e-6), "a graph gives tensors")
    expect(torch.allclose(model(x.T.contiguous().T)[0], wanted, atol=1e-6), "of strides, too")
    out = [torch.zeros(5, 3), torch.zeros(10)]
    model.into(out, x)
    expect(torch.equal(out[0], y) and torch.equal(out[1], sums), "and writes tensors")
    x.requires_grad_()
    fails("a graph of a file hands none", model, x)
    with torch.no_grad():
        expect(torch.equal(model(x)[0], y), "under no_grad it does not need to")
    fails("cannot be an argument", model, torch.zeros(1, 2, dtype=torch.bfloat16))


def main():
    path, which, device, graphs = sys.argv[1:5]
    expect("numpy" not in sys.modules and "torch" not in sys.modules, "the module imports neither NumPy nor PyTorch")
    ops = CustomOpLibrary(path)
    if which == "numpy":
        try_library(ops)
        try_numpy(ops, path, device)
        try_kinds(ops)
        try_scalars(path, graphs, device)
        try_out_types(ops)
        for wrong in (0, 1, "", b"opencl"):
            fails("a device is a name", CustomOpLibrary, path, wrong)
        for where in (None, device):
            try_graph(graphs, where)
        try_beside(graphs, device)
        try_graph_files(graphs, device)
    else:
        try_torch(ops, path, device)
        for where in (None, device):
            try_torch_graph(graphs, where)
    return finish()


sys.exit(main())
