# Everybody calls the function with the barriers in it; who
# has no element brings a number that is never the largest.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block
comptime Shared = UnsafePointer[
    Int32, MutAnyOrigin, address_space = AddressSpace.SHARED
]


fn largest(tile: Shared, value: Int32) -> Int32:
    var l = Int(thread_idx.x)

    tile[l] = value
    barrier()
    var count = Int(block_dim.x)
    while count > 1:
        var upper = (count + 1) // 2
        if l + upper < count:
            tile[l] = max(tile[l], tile[l + upper])
        barrier()
        count = upper
    return tile[0]


fn below_largest(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Int32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)

    var value = a[i] if i < n else Int32.MIN
    var top = largest(tile, value)
    if i < n:
        output[i] = value - top
