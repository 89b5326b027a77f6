# The threads of a block share out a row, each adds up its
# part, and a tree adds the parts.

from gpu import barrier, block_dim, block_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn multiply(
    output: UnsafePointer[Float32, MutAnyOrigin],
    value: UnsafePointer[Float32, ImmutAnyOrigin],
    column: UnsafePointer[Int32, ImmutAnyOrigin],
    start: UnsafePointer[Int32, ImmutAnyOrigin],
    x: UnsafePointer[Float32, ImmutAnyOrigin],
    rows: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Float32, address_space = AddressSpace.SHARED
    ]()
    var row = Int(block_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    var sum = Float32(0)
    if row < rows:
        var end = Int(start[row + 1])
        for e in range(Int(start[row]) + l, end, size):
            sum += value[e] * x[Int(column[e])]
    tile[l] = sum
    barrier()

    while size > 1:
        var lower = (size + 1) // 2
        if l + lower < size:
            tile[l] += tile[l + lower]
        barrier()
        size = lower
    if l == 0 and row < rows:
        output[row] = tile[0]
