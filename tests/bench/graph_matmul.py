#!/usr/bin/env python3
"""The product of two matrices of floats by lua/graph/library/matmul.lua beside PyTorch's.

    tests/bench/graph_matmul.py [--rounds N] [--size N]... [--device DEVICE]

Both are run in turn, N rounds (5) of several products each, with outputs that exist before, so that
ratios hold where absolute times drift. Medians of all rounds are shown, and the median of the ratios
of neighbouring rounds: above 1, ours is faster. A time of ours is that of a whole run by the host's
clock, with the copies into panels. Needs a build, and PyTorch with the BLAS that it is to be held
against; which one that is, is shown.
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
    """Seconds of products by PyTorch, after some to warm up."""
    a, b = (torch.rand(size, size) for _ in range(2))
    out = torch.empty(size, size)
    times = []
    for _ in range(repeats + 3):
        start = time.perf_counter()
        torch.matmul(a, b, out=out)
        times.append(time.perf_counter() - start)
    return times[3:]


def our_times(size, repeats, device):
    """The median of as many of ours, in seconds."""
    command = [os.path.join(BUILD, "workbench"), "bench", os.path.join(HERE, "graph_matmul.lua"),
               "--device", device, "--no-peaks", "--repeats", str(repeats), "--json", "--", str(size)]
    environment = dict(os.environ, WORKBENCH_COURSE=ROOT)
    result = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    whole = [row for row in result["rows"] if row["what"].startswith("the whole run")]
    return whole[0]["ns"]["median"] * 1e-9


def libraries():
    """Names of the libraries of linear algebra in this process."""
    with open("/proc/self/maps", encoding="ascii") as maps:
        paths = {line.split()[-1] for line in maps if "blas" in line or "mkl" in line}
    return sorted(os.path.basename(os.path.realpath(path)) for path in paths)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, action="append")
    parser.add_argument("--device", default="opencl")
    options = parser.parse_args()
    print(f"PyTorch {torch.__version__}, {os.cpu_count()} cores, with {', '.join(libraries())}")
    for size in options.size or [1024]:
        repeats = max(5, min(50, int(1e10 / (2 * size**3))))
        ours, peers, ratios = [], [], []
        for _ in range(options.rounds):
            peer = statistics.median(peer_times(size, repeats))
            our = our_times(size, repeats, options.device)
            peer = (peer + statistics.median(peer_times(size, repeats))) / 2
            ours.append(our)
            peers.append(peer)
            ratios.append(peer / our)
        our, peer = statistics.median(ours), statistics.median(peers)
        print(f"{size}: ours {our * 1e3:.2f} ms, {2e-9 * size**3 / our:.1f} GFLOP/s; "
              f"PyTorch {peer * 1e3:.2f} ms, {2e-9 * size**3 / peer:.1f} GFLOP/s; "
              f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
