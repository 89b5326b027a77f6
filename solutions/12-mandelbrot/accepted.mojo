# The new x waits in a variable of its own until y has been
# computed with the old one.

from gpu import global_idx
from memory import UnsafePointer


fn mandelbrot(
    turns: UnsafePointer[Int32, MutAnyOrigin],
    left: Int,
    top: Int,
    zoom: Int,
    limit: Int,
    width: Int,
    height: Int,
):
    var column = Int(global_idx.x)
    var row = Int(global_idx.y)

    if column < width and row < height:
        var cx = Float32(left + column) / Float32(zoom)
        var cy = Float32(top + row) / Float32(zoom)
        var x = Float32(0)
        var y = Float32(0)
        var turn = 0
        while turn < limit and x * x + y * y <= 4.0:
            var next = x * x - y * y + cx
            y = 2.0 * x * y + cy
            x = next
            turn += 1
        turns[row * width + column] = Int32(turn)
