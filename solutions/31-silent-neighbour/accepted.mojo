# There are two dimensions, so there are two ways to be
# outside, and either is enough to leave.

from gpu import global_idx
from memory import UnsafePointer


fn squares(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    width: Int,
    height: Int,
):
    var column = Int(global_idx.x)
    var row = Int(global_idx.y)

    if row >= height or column >= width:
        return
    var source = a + row * width
    var target = output + row * width
    var value = source[column]
    target[column] = value * value
