# The column picks from a, the row picks from b; only the
# place in output needs both.

from gpu import global_idx
from memory import UnsafePointer


fn broadcast(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    b: UnsafePointer[Float32, ImmutAnyOrigin],
    width: Int,
    height: Int,
):
    var column = Int(global_idx.x)
    var row = Int(global_idx.y)

    if column < width and row < height:
        output[row * width + column] = a[column] + b[row]
