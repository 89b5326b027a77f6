# Load, wait, use: every thread brings one element, and the
# barrier says that all are there.

from gpu import barrier, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn differences(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Float32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)

    if i < n:
        tile[l] = a[i]
    barrier()
    if i < n:
        var before = tile[l - 1] if l > 0 else Float32(0)
        output[i] = tile[l] - before
