# Publish, count, and only then look who was last: the update
# releases what this block wrote, and acquires what the
# blocks before it released.

from gpu import (
    barrier,
    block_dim,
    block_idx,
    global_idx,
    grid_dim,
    thread_idx,
)
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation
from os.atomic import Atomic, Consistency

comptime MAX_THREADS = 256  # of a block
comptime Shared = UnsafePointer[
    Float32, MutAnyOrigin, address_space = AddressSpace.SHARED
]


# The sum of the block's values, for all its threads.
fn group_sum(value: Float32, tile: Shared) -> Float32:
    var l = Int(thread_idx.x)
    var width = Int(block_dim.x)
    tile[l] = value
    barrier()
    while width > 1:
        var lower = (width + 1) // 2
        if l + lower < width:
            tile[l] += tile[l + lower]
        barrier()
        width = lower
    # All read it before the tile is used again.
    var sum = tile[0]
    barrier()
    return sum


fn sum(
    output: UnsafePointer[Float32, MutAnyOrigin],
    partial: UnsafePointer[Float32, MutAnyOrigin],
    arrived: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Float32, address_space = AddressSpace.SHARED
    ]()
    var last = stack_allocation[
        1, Bool, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)
    var groups = Int(grid_dim.x)

    var own = group_sum(a[i] if i < n else Float32(0), tile)
    if l == 0:
        partial[Int(block_idx.x)] = own
        var before = Atomic.fetch_add[
            ordering = Consistency.ACQUIRE_RELEASE
        ](arrived, Int32(1))
        last[0] = Int(before) % groups == groups - 1
    barrier()

    if last[0]:
        var rest = Float32(0)
        for g in range(l, groups, size):
            rest += partial[g]
        var total = group_sum(rest, tile)
        if l == 0:
            output[0] = total
