#!/usr/bin/env python3
"""Compiled graphs beside NumPy and PyTorch: tests/bench/graphs.lua, and the same by these, in turn.

    tests/bench/graphs.py [--rounds N] [--device DEVICE] [--torch cpu|cuda|none] [--numpy] [--tiny] [NAME]...

Outputs, and what is between operations of the others, exist before, and inputs are on the device. Of each round there is the median of some runs; what
is shown is the median of the rounds. Ratios above 1 say that ours is faster; "of copy" is the bandwidth
of compulsory bytes beside that of the best kernel that only copies. Ends with an error where an element
of what ours computed is wrong. --tiny is for a test, not for figures.
"""
import argparse
import os
import statistics
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))
N, ROWS, PICTURE, MATRIX = 1 << 24, 4096, int(os.environ.get("PICTURE", 16000)), 1024
NAMES = ["copy", "chain", "grayscale", "sum", "sum_columns", "transpose", "softmax", "layer_norm", "matmul",
         "linear_gelu", "execute", "launches"]


def torch_makers(torch, device):
    """Name -> a function that makes what runs once."""
    def rand(*shape):
        return torch.rand(*shape, device=device)

    def chain():
        x, out = rand(N), torch.empty(N, device=device)

        def run():
            torch.mul(x, 1.01, out=out)
            out.add_(0.5)
            for _ in range(4):
                out.mul_(1.01).add_(0.5)
        return run

    def grayscale():
        r, g, b = (torch.randint(0, 255, (PICTURE, PICTURE), dtype=torch.uint8, device=device) for _ in range(3))
        total, out = torch.empty(PICTURE, PICTURE, device=device), torch.empty_like(r)

        def run():
            torch.mul(r, 0.21, out=total)
            total.add_(g, alpha=0.71).add_(b, alpha=0.07).clamp_(0, 255)
            out.copy_(total)
        return run

    def softmax():
        x, out = rand(ROWS, ROWS), torch.empty(ROWS, ROWS, device=device)
        return lambda: torch.softmax(x, -1, out=out)

    def layer_norm():
        # PyTorch's function for users has no out; this is what it calls, which gives means and deviations, too.
        x, w, b = rand(ROWS, ROWS), rand(ROWS), rand(ROWS)
        out = {f"out{i}": torch.empty(ROWS, size, device=device) for i, size in enumerate((ROWS, 1, 1))}
        return lambda: torch.ops.aten.native_layer_norm.out(x, (ROWS,), w, b, 1e-5, **out)

    def matmul():
        a, b, out = rand(MATRIX, MATRIX), rand(MATRIX, MATRIX), torch.empty(MATRIX, MATRIX, device=device)
        return lambda: torch.matmul(a, b, out=out)

    def linear_gelu():
        x, w, b = rand(MATRIX, MATRIX), rand(MATRIX, MATRIX), rand(MATRIX)
        product, out = torch.empty(MATRIX, MATRIX, device=device), torch.empty(MATRIX, MATRIX, device=device)

        def run():
            torch.addmm(b, x, w.t(), out=product)
            torch.ops.aten.gelu.out(product, out=out)
        return run

    def total():
        x, out = rand(N), torch.empty(1, device=device)
        return lambda: torch.sum(x, 0, keepdim=True, out=out)

    def columns():
        x, out = rand(ROWS, ROWS), torch.empty(ROWS, device=device)
        return lambda: torch.sum(x, 0, out=out)

    def transpose():
        x, out = rand(ROWS, ROWS), torch.empty(ROWS, ROWS, device=device)
        return lambda: out.copy_(x.t())

    return {"chain": chain, "grayscale": grayscale, "softmax": softmax, "layer_norm": layer_norm, "matmul": matmul,
            "linear_gelu": linear_gelu, "sum": total, "sum_columns": columns, "transpose": transpose}


def numpy_makers(np):
    """The same of NumPy, without arrays that are made anew each time."""
    def chain():
        x, out = np.random.rand(N).astype(np.float32), np.empty(N, np.float32)

        def run():
            np.multiply(x, np.float32(1.01), out=out)
            np.add(out, np.float32(0.5), out=out)
            for _ in range(4):
                np.multiply(out, np.float32(1.01), out=out)
                np.add(out, np.float32(0.5), out=out)
        return run

    def grayscale():
        r, g, b = (np.random.randint(0, 255, (PICTURE, PICTURE), np.uint8) for _ in range(3))
        total, part, out = (np.empty((PICTURE, PICTURE), dtype) for dtype in (np.float32, np.float32, np.uint8))

        def run():
            np.multiply(r, np.float32(0.21), out=total)
            for plane, share in ((g, 0.71), (b, 0.07)):
                np.multiply(plane, np.float32(share), out=part)
                np.add(total, part, out=total)
            np.clip(total, 0, 255, out=total)
            np.copyto(out, total, casting="unsafe")
        return run

    def softmax():
        x, out, row = np.random.rand(ROWS, ROWS).astype(np.float32), np.empty((ROWS, ROWS), np.float32), np.empty((ROWS, 1), np.float32)

        def run():
            np.max(x, 1, keepdims=True, out=row)
            np.subtract(x, row, out=out)
            np.exp(out, out=out)
            np.sum(out, 1, keepdims=True, out=row)
            np.divide(out, row, out=out)
        return run

    return {"chain": chain, "grayscale": grayscale, "softmax": softmax}


def median_time(run, repeats, finish):
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        finish()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


class Ours:
    """workbench lua graphs.lua, asked line by line."""

    def __init__(self, device):
        command = [os.path.join(BUILD, "workbench"), "lua", os.path.join(HERE, "graphs.lua"), "--device", device]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, name, repeats):
        self.process.stdin.write(f"{name} {repeats}\n")
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        if len(words) != 3:
            raise SystemExit(f"graphs.lua gave no answer for {name}")
        return float(words[0]), int(words[2])

    def close(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise SystemExit("graphs.lua failed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--device", default="opencl")
    parser.add_argument("--torch", default="cpu")
    parser.add_argument("--numpy", action="store_true")
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("names", nargs="*", default=NAMES)
    options = parser.parse_args()
    rivals, finish = {}, lambda: None
    if options.tiny:
        os.environ["TINY"] = "1"
        globals().update(N=1 << 12, ROWS=64, PICTURE=64, MATRIX=64)
        options.rounds = options.repeats = 1
    if options.torch != "none":
        import torch
        torch.set_num_threads(len(os.sched_getaffinity(0)))  # some builds use one alone
        rivals["PyTorch " + torch.__version__] = torch_makers(torch, options.torch)
        if options.torch == "cuda":
            finish = torch.cuda.synchronize
    if options.numpy:
        import numpy
        rivals["NumPy " + numpy.__version__] = numpy_makers(numpy)
    ours, copy_rate = Ours(options.device), None
    print(f"{'':14}{'ours, ms':>10}{'GB/s':>8}{'of copy':>9}", *(f"{rival:>20}" for rival in rivals))
    for name in options.names:
        times, peers, bytes_moved = [], {}, 0
        runs = {rival: makers[name]() for rival, makers in rivals.items() if name in makers}
        for run in runs.values():
            median_time(run, 2, finish)
        for _ in range(options.rounds):
            seconds, bytes_moved = ours.measure(name, options.repeats)
            times.append(seconds)
            for rival, run in runs.items():
                peers.setdefault(rival, []).append(median_time(run, options.repeats, finish))
        seconds = statistics.median(times)
        rate = bytes_moved / seconds
        if name == "copy":
            copy_rate = rate
        share = f"{rate / copy_rate:8.0%}" if copy_rate else ""
        ratios = [f"{statistics.median(peers[rival]) / seconds:20.2f}" if rival in peers else f"{'':20}" for rival in rivals]
        print(f"{name:14}{seconds * 1e3:10.3f}{rate * 1e-9:8.1f}{share:>9}", *ratios, flush=True)
    ours.close()


if __name__ == "__main__":
    main()
