# While a tile is used, the next one is on its way into the
# other buffer. A buffer is filled again only after the
# barrier that says that nobody reads it any more.

from gpu import barrier, block_dim, block_idx, thread_idx
from gpu.memory import AddressSpace, async_copy, async_copy_wait_all
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn sums_of_three(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
    tiles: Int,
):
    var buffers = stack_allocation[
        2 * (MAX_THREADS + 2),
        Int32,
        address_space = AddressSpace.SHARED,
    ]()
    var source = a.address_space_cast[AddressSpace.GLOBAL]()
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)
    var first = Int(block_idx.x) * size * tiles
    var end = min(n, first + size * tiles)

    # Each thread asks for its part of the block's first tile.
    if first < end:
        for t in range(l, min(size + 2, n - first), size):
            async_copy[4](source + first + t, buffers + t)

    var turn = 0
    while first < end:
        var tile = buffers + turn % 2 * (size + 2)
        var other = buffers + (turn + 1) % 2 * (size + 2)
        var later = first + size

        async_copy_wait_all()
        barrier()
        if later < end:
            for t in range(l, min(size + 2, n - later), size):
                async_copy[4](source + later + t, other + t)

        var i = first + l
        if i < n:
            var sum = tile[l]
            if i + 1 < n:
                sum += tile[l + 1]
            if i + 2 < n:
                sum += tile[l + 2]
            output[i] = sum
        first = later
        turn += 1
