# In `a` each thread touches only its own place. The elements
# change places in the tile, after the barrier.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn reverse(a: UnsafePointer[Int32, MutAnyOrigin], n: Int):
    var tile = stack_allocation[
        MAX_THREADS, Int32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var first = i - l
    var count = min(Int(block_dim.x), n - first)

    if i < n:
        tile[l] = a[i]
    barrier()
    if i < n:
        a[i] = tile[count - 1 - l]
