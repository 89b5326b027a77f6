"""An operation called again and again, on a device of which one step fails: each call gives the right
values or raises. Arguments: the folder of the operations. Ends with 5 where a call has raised."""

import sys

import numpy
from workbench import CustomOpLibrary, DeviceContext, OperationError

x = numpy.arange(6, dtype=numpy.float32)
raised = 0
try:
    ops = CustomOpLibrary(sys.argv[1], device=DeviceContext("opencl"))
except OperationError as error:
    print(error)
    sys.exit(5)
for call in range(4):
    out = numpy.full(6, -1, numpy.float32)
    try:
        ops.scale[{"by": 3}](out, x)
        if (out != 3 * x).any():
            print("wrong values:", out)
            sys.exit(1)
    except OperationError as error:
        raised += 1
        print(error)
print("right" if raised == 0 else "raised")
sys.exit(5 if raised > 0 else 0)
