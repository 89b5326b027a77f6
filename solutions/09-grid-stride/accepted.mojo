# All threads move on together, by as many elements as
# there are threads; the range's end is the guard.

from gpu import block_dim, global_idx, grid_dim
from memory import UnsafePointer


fn grid_stride(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    b: UnsafePointer[Int32, ImmutAnyOrigin],
    s: Int,
    n: Int,
):
    var stride = Int(grid_dim.x) * Int(block_dim.x)

    for i in range(Int(global_idx.x), n, stride):
        output[i] = Int32(s) * a[i] + b[i]
