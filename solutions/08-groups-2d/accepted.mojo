# Element, block and place are all numbered row by row: the
# number of the row times the length of a row, plus the
# number in the row.

from gpu import block_dim, block_idx, grid_dim, thread_idx
from memory import UnsafePointer


fn groups_2d(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    width: Int,
    height: Int,
):
    var x = Int(thread_idx.x)
    var y = Int(thread_idx.y)
    var across = Int(block_idx.x)
    var down = Int(block_idx.y)
    var column = across * Int(block_dim.x) + x
    var row = down * Int(block_dim.y) + y

    if column < width and row < height:
        var block = down * Int(grid_dim.x) + across
        var place = y * Int(block_dim.x) + x
        var i = row * width + column
        output[i] = a[i] + Int32(100 * block + place)
