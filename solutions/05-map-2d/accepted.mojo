# Dimension x runs along a row, so that neighbours in a
# block touch neighbours in memory.

from gpu import global_idx
from memory import UnsafePointer


fn map_2d(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    width: Int,
    height: Int,
):
    var column = Int(global_idx.x)
    var row = Int(global_idx.y)

    if column < width and row < height:
        var i = row * width + column
        output[i] = a[i] + 10.0 * Float32(row)
