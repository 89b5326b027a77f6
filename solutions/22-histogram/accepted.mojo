# Each block counts in its own shared memory, where atomics
# are cheap, and adds each count to the result once.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation
from os.atomic import Atomic

comptime MAX_BINS = 64


fn histogram(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
    bins: Int,
):
    var own = stack_allocation[
        MAX_BINS, Int32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    for b in range(l, bins, size):
        own[b] = 0
    barrier()
    if i < n:
        _ = Atomic.fetch_add(own + Int(a[i]), Int32(1))
    barrier()
    for b in range(l, bins, size):
        _ = Atomic.fetch_add(output + b, own[b])
