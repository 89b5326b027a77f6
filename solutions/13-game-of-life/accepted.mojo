# One thread a cell. The remainder leads round the world:
# that of -1 is the last number, since Mojo rounds down.

from gpu import global_idx
from memory import UnsafePointer


fn life(
    next: UnsafePointer[Int32, MutAnyOrigin],
    now: UnsafePointer[Int32, ImmutAnyOrigin],
    width: Int,
    height: Int,
):
    var x = Int(global_idx.x)
    var y = Int(global_idx.y)

    if x < width and y < height:
        var left = (x - 1) % width
        var right = (x + 1) % width
        var above = (y - 1) % height * width
        var below = (y + 1) % height * width
        var own = y * width

        var count = (
            now[above + left] + now[above + x] + now[above + right]
            + now[own + left] + now[own + right]
            + now[below + left] + now[below + x] + now[below + right]
        )
        var lives = count == 3 or (count == 2 and now[own + x] == 1)
        next[own + x] = Int32(1) if lives else Int32(0)
