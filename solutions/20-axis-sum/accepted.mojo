# A block strides along its row, each thread with a sum of
# its own; then the block reduces these sums to one.

from gpu import barrier, block_dim, block_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block


fn axis_sum(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    width: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Int32, address_space = AddressSpace.SHARED
    ]()
    var row = Int(block_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    var sum = Int32(0)
    for column in range(l, width, size):
        sum += a[row * width + column]
    tile[l] = sum
    barrier()

    var count = size
    while count > 1:
        var upper = (count + 1) // 2
        if l + upper < count:
            tile[l] += tile[l + upper]
        barrier()
        count = upper

    if l == 0:
        output[row] = tile[0]
