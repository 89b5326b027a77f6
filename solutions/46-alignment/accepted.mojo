# Mojo has no vectors of three. So the block brings all its
# records, neighbours side by side, and each thread takes its
# own from the tile.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn weigh(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        3 * MAX_THREADS, Int32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)
    var first = 3 * (i - l)

    for e in range(l, min(3 * size, 3 * n - first), size):
        tile[e] = a[first + e]
    barrier()

    if i < n:
        var v = tile + 3 * l
        output[i] = v[0] + 2 * v[1] + 3 * v[2]
