# The block fills its tile together, with the two elements
# before its own in front.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn pooling(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        MAX_THREADS + 2, Int32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)
    var first = i - l

    for t in range(l, size + 2, size):
        var place = first + t - 2
        var exists = place >= 0 and place < n
        tile[t] = a[place] if exists else Int32(0)
    barrier()

    if i < n:
        output[i] = tile[l] + tile[l + 1] + tile[l + 2]
