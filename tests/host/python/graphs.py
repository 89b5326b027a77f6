"""Graphs that are made in Python. Prints TAP. Arguments: the folder of the operations, then "neither", "numpy" or
"torch", a device, and the folder of the graphs."""

import sys
from array import array as numbers

from tap import expect, fails, finish
from workbench import Argument, DeviceContext, Graph, array, graph

ops = graph.ops


def floats(x):
    return numbers("f", x.tobytes()).tolist()


def try_making(path, context):
    def f(x, weight_of):
        bias = graph.Weight("bias", "float", (3,))
        y = x @ weight_of + bias
        seen.append((y.shape, y.dtype))
        first, *others = ops.split(y, 3, axis=1)
        greatest, places = ops.top_k(y, 2)
        return y, ops.sum(first + others[1], 0), ops.max(y, axes=-1, keep=True), greatest, places
    seen = []
    made = graph.Graph("made", [graph.TensorType("float", ("n", 2)), ("float", (2, 3))], f)
    expect(seen == [(("n", 3), "float")], "a value says its type and shape")
    model = Graph(made, context, {"bias": array(numbers("f", [0, 1, 2]), context)})
    expect(model.name == "made" and repr(model) == f"Graph(graph.Graph('made'), device={context.device!r}): made", "its name")
    expect(model.inputs == [Argument("x", "float", ("n", 2)), Argument("weight_of", "float", (2, 3))], "its inputs")
    expect([one.shape for one in model.outputs] == [("n", 3), (1,), ("n", 1), ("n", 2), ("n", 2)], "its outputs")
    x, w = array(memoryview(numbers("f", [1, 1, 0, -1])).cast("B").cast("f", (2, 2)), context), numbers("f", range(1, 7))
    y, total, most, greatest, places = model(x, array(memoryview(w).cast("B").cast("f", (2, 3)), context))
    expect(floats(y) == [5, 8, 11, -4, -4, -4], "what it computes")
    expect(floats(total) == [8] and floats(most) == [11, -4], "several results are unpacked, and arguments have names")
    expect(floats(greatest) == [11, 8, -4, -4] and places.dtype == "int", "as functions give them")

    def run(f, *given):
        results = Graph(graph.Graph("run", [("float", (4,))] * len(given), f), context)(*(array(numbers("f", one), context)
                                                                                       for one in given))
        return [floats(one) for one in results] if isinstance(results, tuple) else floats(results)
    a, b = [1, -2, 3, 4], [2, 2, -2, 0.5]
    expect(run(lambda x, y: (x + y, x - y, x * y, x / y, x // y, x % y, -x, abs(x)), a, b) ==
           [[3, 0, 1, 4.5], [-1, -4, 5, 3.5], [2, -4, -6, 2], [0.5, -1, -1.5, 8], [0, -1, -2, 8], [1, 0, 1, 0],
            [-1, 2, -3, -4], [1, 2, 3, 4]], "operators")
    expect(run(lambda x: (2 + x, 2 - x, 2 * x, 12 / x, x ** 2, 2 ** x), a) ==
           [[3, 0, 5, 6], [1, 4, -1, -2], [2, -4, 6, 8], [12, -6, 4, 3], [1, 4, 9, 16], [2, 0.25, 8, 16]],
           "with numbers, on both sides")
    expect(run(lambda x, y: (ops.where((x > y) & ~(x == 3), x, 0), ops.where((x <= 1) | (x != x), 1, x),
                             ops.cast(ops.cast(x, "int") << 1 ^ 1, "float")), a, b) ==
           [[0, 0, 0, 4], [1, 1, 3, 4], [3, -3, 7, 9]], "comparisons and bits")
    expect(run(lambda x: ops.concat([x.slice(1, 3), ops.zeros((2,))]), a) ==
           [-2, 3, 0, 0], "lists, shapes and methods")
    expect(run(lambda x: ops.clamp(x, -float("inf"), 2.5) + ops.constant([1, 2, 3, 4]), a) == [2, 0, 5.5, 6.5], "constants")
    expect(run(lambda x: graph.grad(ops.sum(x ** 3), [x])[0], a) == [3, 12, 27, 48], "gradients")
    extended = graph.Graph("extended", [("float", ("n",))], lambda x: ops.custom(name="add_one", values=[x])[0],
                           custom_extensions=[path])
    expect(floats(Graph(extended, context)(array(numbers("f", a), context))) == [2, -1, 4, 5], "operations of one's own")
    expect(run(lambda x: (x.shape[0] * x).reshape((2, 2)).reshape((-1,)), a) == [4, -8, 12, 16], "shapes are numbers")

    def long(x):
        for _ in range(400):
            x = x + 1
        return x
    expect(run(long, a) == [401, 398, 403, 404], "as many values as one likes")


def try_mistakes(context):
    def wrong(words, f, *types):
        fails(words, lambda: Graph(graph.Graph("wrong", types or [("float", (3, 4))], f), context))

    def here():
        return f"graphs.py:{sys._getframe(1).f_lineno}: "
    wrong(here() + "add: shapes [3, 4] and [2, 4] do not broadcast", lambda x: x + ops.zeros((2, 4)))
    wrong(here() + "there is no operation ops.softmx; did you mean 'softmax'?", lambda x: ops.softmx(x))
    wrong(here() + "softmax: there is no argument 'keep'", lambda x: ops.softmax(x, keep=1))
    wrong("softmax: there is no argument 'axes'; did you mean 'axis'?", lambda x: ops.softmax(x, axes=1))
    wrong("softmax: the argument 'axis' is there twice", lambda x: ops.softmax(x, 1, axis=1))
    wrong("sum: there is no option 'keepdims'; did you mean 'keep'?", lambda x: x.sum(0, keepdims=True))
    for axis in "axis", "dim", "dims":
        wrong(f"mean: there is no option '{axis}'; did you mean the argument 'axes'", lambda x: x.mean(**{axis: 0}))
    wrong("softmax: there is no argument 'dim'; did you mean 'axis'?", lambda x: ops.softmax(x, dim=1))
    wrong("concat: there is no argument 'dim'; did you mean 'axis'?", lambda x: ops.concat([x, x], dim=1))
    wrong("layer_norm: there is no argument 'eps'; did you mean 'epsilon'?", lambda x: ops.layer_norm(x, eps=1e-3))
    wrong("logsumexp: there is no option 'keepdim'; did you mean 'keep'?", lambda x: ops.logsumexp(x, 0, keepdim=True))
    wrong("TensorType: there is no type 'float32'; did you mean 'float'?", lambda x: x, ("float32", (3,)))
    fails("the type of input 1 is 'float', and must be a pair", graph.Graph, "wrong", ["float"], abs)
    wrong("a value has no elements yet: x.slice(first, last)", lambda x: x[0])
    wrong("a value has no elements yet", lambda x: x if x > 0 else -x)
    wrong("a graph has no bytes", lambda x: x + b"a")
    wrong("integers have 64 bits", lambda x: x + 2**64)
    wrong("result 1 is of type NoneType", lambda x: None)
    kept = []
    wrong("result 2 is of type NoneType", lambda x: [x, kept.append(x)])
    fails("values are made within the function of a graph", ops.zeros, (2,))
    wrong("is used outside of its function", lambda x: x + kept[0])
    expect(not hasattr(ops, "_private") and not hasattr(kept[0], "__array_interface__"), "what is private is no operation")
    late = Graph(graph.Graph("late", [("float", ("n",)), ("float", ("m",))], lambda x, y: x.reshape(("n // 2", 2)) + y), context)
    fails("graphs.py:", late, array(numbers("f", [1] * 5), context), array(numbers("f", [1] * 2), context))


def try_numpy(context):
    import numpy as np

    def f(x):
        weight, bias = graph.Weight("weight", "float", (3, 2)), graph.Weight("bias", "float", (2,))
        return ops.softmax(x @ weight + bias), np.float32(2) * x
    x = np.arange(12, dtype=np.float32).reshape(4, 3) / 10
    weights = {"weight": np.arange(6, dtype=np.float32).reshape(3, 2) / 6, "bias": np.array([1, 0], np.float32)}
    powers = np.exp(x @ weights["weight"] + weights["bias"])
    for where in (None, context):
        model = Graph(graph.Graph("mlp", [("float", ("n", 3))], f), where, weights)
        y, twice = model(x)
        expect(np.allclose(y, powers / powers.sum(-1, keepdims=True), atol=1e-6) and (twice == 2 * x).all(), "as NumPy does")
    fails("arrays as weights, graph.Weight", graph.Graph, "wrong", [("float", (3,))], lambda x: x + np.ones(3))


def try_torch(context):
    import torch

    def f(x, w, k):
        y = ops.tanh(x @ w) * graph.Weight("factor", "double", ())
        return ops.concat([y, y * y]), ops.sum(y), ops.argmax(y, 1), ops.sum(k)
    made = graph.Graph("f", [("double", ("n", 2)), ("double", (2, 3)), ("int", (3,))], f)
    k = torch.arange(3, dtype=torch.int32)
    for where in (None, context):
        x, w = (torch.rand(*shape, dtype=torch.double, requires_grad=True) for shape in ((2, 2), (2, 3)))
        factor = torch.tensor(3.0, dtype=torch.double)
        model = Graph(made, where, {"factor": factor})
        y, total, places, of_k = model(x, w, k)
        expect(y.requires_grad and not places.requires_grad and of_k == 3, "a graph is a function of autograd")
        expect(torch.allclose(total, 3 * torch.tanh(x @ w).sum()), "that computes what it did")
        expect(torch.autograd.gradcheck(lambda x, w: model(x, w, k)[:2], (x, w)), "gradcheck")
        expect(torch.autograd.gradcheck(lambda w: model(x.detach(), w, k)[0], w), "of one of two inputs")
        expect(torch.autograd.gradgradcheck(lambda x, w: model(x, w, k)[1], (x, w)), "second derivatives")
        factor.fill_(7)  # was copied
        model.set_weights({"factor": torch.tensor(5.0, dtype=torch.double)})
        slope, = torch.autograd.grad(total, w)
        wanted, = torch.autograd.grad(3 * torch.tanh(x @ w).sum(), w)
        expect(torch.allclose(slope, wanted), "with the weights that the call had")
        slope, = torch.autograd.grad(model(x, w, k)[1], w)
        expect(torch.allclose(slope, wanted / 3 * 5), "and others later")
        fails("outputs that are there do not get", model.into, [y, total, places, of_k], x, w, k)
        with torch.no_grad():
            expect(not model(x, w, k)[0].requires_grad, "under no_grad nothing is recorded")
        fails("another one is no tensor", model, x, w, k.numpy())
    try_training(context)


def try_training(context):
    """What an optimizer does with it."""
    import torch
    model = Graph(graph.Graph("loss", [("float", ("n", 2)), ("float", ("n",)), ("float", (2,))],
                              lambda x, y, w: ops.mse_loss(ops.sum(x * w, 1), y)), context)
    x = torch.tensor([[1.0, 0], [0, 1], [1, 1]])
    w = torch.zeros(2, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.5)
    for _ in range(60):
        optimizer.zero_grad()
        model(x, x @ torch.tensor([2.0, -1]), w).backward()
        optimizer.step()
    expect(torch.allclose(w, torch.tensor([2.0, -1]), atol=1e-3), "an optimizer finds the weights")


def main():
    path, which, device = sys.argv[1:4]
    context = DeviceContext(device)
    if which == "numpy":
        try_numpy(context)
    elif which == "torch":
        try_torch(context)
    else:
        try_making(path, context)
        try_mistakes(context)
        expect("numpy" not in sys.modules and "torch" not in sys.modules, "neither NumPy nor PyTorch was needed")
    return finish()


sys.exit(main())
