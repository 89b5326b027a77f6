# Along the rows of `a` into the tile, along the rows of
# `output` out of it. The turn is between the two.

from gpu import barrier, block_dim, block_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_SIDE = 16  # of a block


fn transpose(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    width: Int,
    height: Int,
):
    var tile = stack_allocation[
        MAX_SIDE * MAX_SIDE,
        Int32,
        address_space = AddressSpace.SHARED,
    ]()
    var t = Int(block_dim.x)
    var x = Int(thread_idx.x)
    var y = Int(thread_idx.y)
    var column = Int(block_idx.x) * t + x
    var row = Int(block_idx.y) * t + y
    var out_column = Int(block_idx.y) * t + x
    var out_row = Int(block_idx.x) * t + y

    if column < width and row < height:
        tile[y * t + x] = a[row * width + column]
    barrier()
    if out_column < height and out_row < width:
        output[out_row * height + out_column] = tile[x * t + y]
