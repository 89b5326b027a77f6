"""Ctrl-C, and the death of the program, while a call runs. Arguments: a device, what the call is to be
("kernel": one that never ends; "lua": a function that does not; "caught": one that catches errors), and
"twice", "die" or "once". Prints "ready" before the call, and what came of each."""

import os
import sys
import tempfile

import numpy
from workbench import CustomOpLibrary, DeviceContext, OperationError

KERNEL = """
op.register("endless", {
  outputs = { { name = "out", dtype = "float", shape = "same as x" } }, inputs = { { name = "x", dtype = "float" } },
  gpu = function(ctx, out, x, call)
    ctx:enqueue_function(call:kernel(), out, x, { global = 1 })
  end,
})
"""
SPIN = """
__kernel void endless(__global float *out, __global const float *x) {
  volatile int more = 1;
  while (more) out[0] += x[0];
}
"""
LUA = """
op.register("endless", {
  outputs = { { name = "out", dtype = "float", shape = "same as x" } }, inputs = { { name = "x", dtype = "float" } },
  cpu = function(out, x, call) while true do %s end end,
})
"""
device, what, how = sys.argv[1:4]
text = KERNEL if what == "kernel" else LUA % ("pcall(function() while true do end end)" if what == "caught" else "")
folder = tempfile.mkdtemp()
with open(folder + "/endless.lua", "w") as file:
    file.write('local op = require "op"\n' + text)
with open(folder + "/endless.cl", "w") as file:
    file.write(SPIN)
ops = CustomOpLibrary(folder, device=DeviceContext(device if what == "kernel" else None, launch_ms=3600000))
x = numpy.ones(1, numpy.float32)
for attempt in range(2 if how == "twice" else 1):
    try:
        print("ready", os.getpid(), flush=True)
        ops.endless(numpy.zeros(1, numpy.float32), x)
        print("no end", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    except OperationError as error:
        print("error:", error, flush=True)
