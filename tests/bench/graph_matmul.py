#!/usr/bin/env python3
"""The product of two matrices of floats by lua/graph/library/matmul.lua beside PyTorch's.

    tests/bench/graph_matmul.py [--rounds N] [--size N]... [--device DEVICE]

Both are run in turn, N rounds (5) of several products each, with outputs that exist before, so that
ratios hold where absolute times drift. A time of ours is that of a whole run by the host's clock, with
the copies into panels. Of each there are the median and the least time, the latter for a machine that
does other things, too; a ratio above 1 says that ours is faster. Needs a build, and PyTorch with the
BLAS that it is to be held against; which one that is, is shown.
"""
import argparse
import json
import os
import statistics
import subprocess
import time

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))


def peer_times(size, repeats):
    """Seconds of a product by PyTorch, after some to warm up: the median and the least."""
    a, b = (torch.rand(size, size) for _ in range(2))
    out = torch.empty(size, size)
    times = []
    for _ in range(repeats + 3):
        start = time.perf_counter()
        torch.matmul(a, b, out=out)
        times.append(time.perf_counter() - start)
    return statistics.median(times[3:]), min(times[3:])


def our_times(size, repeats, device):
    """The same of ours."""
    command = [os.path.join(BUILD, "workbench"), "bench", os.path.join(HERE, "graph_matmul.lua"),
               "--device", device, "--no-peaks", "--repeats", str(repeats), "--json",
               "--", str(size)]
    environment = dict(os.environ, WORKBENCH_COURSE=ROOT)
    run = subprocess.run(command, env=environment, check=True, capture_output=True)
    rows = json.loads(run.stdout)["rows"]
    whole = next(row["ns"] for row in rows if row["what"].startswith("the whole run"))
    return whole["median"] * 1e-9, whole["least"] * 1e-9


def libraries():
    """Names of the libraries of linear algebra in this process."""
    with open("/proc/self/maps", encoding="ascii") as maps:
        paths = {line.split()[-1] for line in maps if "blas" in line or "mkl" in line}
    return sorted(os.path.basename(os.path.realpath(path)) for path in paths)


def measure(size, rounds, device):
    """Prints a line for one size."""
    repeats = max(5, min(50, int(2e10 / (2 * size**3))))
    ours, peers = [], []
    for _ in range(rounds):
        peers.append(peer_times(size, repeats))
        ours.append(our_times(size, repeats, device))
    peers.append(peer_times(size, repeats))
    ratios = []
    for name, place, of in (("median", 0, statistics.median), ("least", 1, min)):
        our, peer = of(times[place] for times in ours), of(times[place] for times in peers)
        rates = [2e-9 * size**3 / seconds for seconds in (our, peer)]
        ratios.append(f"{name}: ours {our * 1e3:.2f} ms, {rates[0]:.1f} GFLOP/s, "
                      f"PyTorch {peer * 1e3:.2f} ms, {rates[1]:.1f} GFLOP/s, ratio {peer / our:.2f}")
    print(f"{size}: " + f"\n{' ' * len(str(size))}  ".join(ratios))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, action="append")
    parser.add_argument("--device", default="opencl")
    options = parser.parse_args()
    print(f"PyTorch {torch.__version__}, {os.cpu_count()} cores, with {', '.join(libraries())}")
    for size in options.size or [1024]:
        measure(size, options.rounds, options.device)


if __name__ == "__main__":
    main()
