# Each step doubles how many elements a place covers. All
# read before any writes, and all write before any reads.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn prefix_sum(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Int32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    tile[l] = a[i] if i < n else Int32(0)
    barrier()

    var step = 1
    while step < size:
        var before = tile[l - step] if l >= step else Int32(0)
        barrier()
        tile[l] += before
        barrier()
        step *= 2

    if i < n:
        output[i] = tile[l]
