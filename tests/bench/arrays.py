#!/usr/bin/env python3
"""A chain of three operations of 2^22 floats from Python: arrays of NumPy, copied in and out by each call, beside
arrays that stay on the device, one graph of the three, and NumPy itself. In turn; what is shown is the median.

    PYTHONPATH=workbench/bindings/python tests/bench/arrays.py [DEVICE [ROUNDS [ELEMENTS]]]

Ends with an error where an element is wrong.
"""
import os
import statistics
import sys
import time

import numpy as np
from workbench import CustomOpLibrary, DeviceContext, Graph, array, graph

OPS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "host/library/ops")


def main():
    name, rounds, count = [*sys.argv[1:], *["opencl", "15", "4194304"][len(sys.argv) - 1:]]
    device = DeviceContext(name)
    ops = CustomOpLibrary(OPS, device)
    x = np.random.default_rng(1).random(int(count), np.float32)
    there = array(x, device)

    def chain(given, a, b, c):
        ops.add_one(a, given)
        ops.scale(b, a)
        ops.add_one(c, b)
        device.synchronize()
        return c

    def by_numpy(a, b, c):
        np.add(x, 1, out=a)
        np.multiply(a, 2, out=b)
        return np.add(b, 1, out=c)

    def new(given):
        made = ops.add_one.new(ops.scale.new(ops.add_one.new(given)))
        device.synchronize()
        return made

    model = Graph(graph.Graph("chain", [("float", ("n",))], lambda given: (given + 1) * 2 + 1), device)

    def compiled(out):
        model.into([out], there)
        device.synchronize()
        return out

    copied, stays = [np.empty_like(x) for _ in range(3)], [array(x, device) for _ in range(3)]
    ways = {
        "copied by each call": lambda: chain(x, *copied),
        "copied, new outputs": lambda: new(x),
        "on the device": lambda: chain(there, *stays),
        "on the device, new outputs": lambda: new(there),
        "there and back, new outputs": lambda: new(array(x, device)).numpy(),
        "a graph, on the device": lambda: compiled(stays[0]),
        "NumPy": lambda: by_numpy(*copied),
    }
    wanted, times = np.array(by_numpy(*copied)), {way: [] for way in ways}
    for _ in range(int(rounds) + 1):
        for way, run in ways.items():
            start = time.perf_counter()
            made = run()
            times[way].append(time.perf_counter() - start)
            if not (np.asarray(made) == wanted).all():
                sys.exit(f"{way}: elements are wrong")
    for way, took in times.items():
        print(f"{way:28} {statistics.median(took[1:]) * 1e3:8.2f} ms")


main()
