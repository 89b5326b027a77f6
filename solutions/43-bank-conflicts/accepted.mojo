# Rows of 33: the next one begins a bank further on, so that
# a column lies in 32 different banks.

from gpu import barrier, block_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime SIDE = 32  # of a block
comptime STRIDE = SIDE + 1


fn transpose(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    h: Int,
    w: Int,
):
    var tile = stack_allocation[
        SIDE * STRIDE, Int32, address_space = AddressSpace.SHARED
    ]()
    var x = Int(thread_idx.x)
    var y = Int(thread_idx.y)
    var left = Int(block_idx.x) * SIDE
    var top = Int(block_idx.y) * SIDE

    if top + y < h and left + x < w:
        tile[y * STRIDE + x] = a[(top + y) * w + left + x]
    barrier()
    if left + y < w and top + x < h:
        output[(left + y) * h + top + x] = tile[x * STRIDE + y]
