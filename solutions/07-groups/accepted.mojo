# In front of a block there are `block` full blocks, each
# with as many threads as this one.

from gpu import block_dim, block_idx, thread_idx
from memory import UnsafePointer


fn groups(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var block = Int(block_idx.x)
    var l = Int(thread_idx.x)
    var i = block * Int(block_dim.x) + l

    if i < n:
        output[i] = a[i] + Int32(100 * block + l)
