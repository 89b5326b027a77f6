# The block fetches its records as one run of numbers, in
# the order of memory. From the tile each thread takes its
# own record, and neighbours write neighbours.

from gpu import barrier, block_dim, block_idx, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block
comptime MAX_K = 7


fn fields_apart(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
    k: Int,
):
    var tile = stack_allocation[
        MAX_THREADS * MAX_K,
        Int32,
        address_space = AddressSpace.SHARED,
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)
    var first = Int(block_idx.x) * size * k

    for e in range(l, size * k, size):
        if first + e < n * k:
            tile[e] = a[first + e]
    barrier()

    if i < n:
        for f in range(k):
            output[f * n + i] = tile[l * k + f]
