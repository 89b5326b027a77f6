# In each step the places before `upper` get those from
# `upper` on. Rounded up, so that a middle one stays.

from gpu import barrier, block_dim, block_idx, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn dot_product(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    b: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Float32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)

    tile[l] = a[i] * b[i] if i < n else Float32(0)
    barrier()

    var count = Int(block_dim.x)
    while count > 1:
        var upper = (count + 1) // 2
        if l + upper < count:
            tile[l] += tile[l + upper]
        barrier()
        count = upper

    if l == 0:
        output[Int(block_idx.x)] = tile[0]
