# A Float32 holds the sum exactly, fraction and all; it is
# saturated first, then rounded, halves to the even number.

from gpu import global_idx
from memory import UnsafePointer


fn grayscale(
    gray: UnsafePointer[UInt8, MutAnyOrigin],
    rgb: UnsafePointer[UInt8, ImmutAnyOrigin],
    light: Int,
    width: Int,
    height: Int,
):
    var column = Int(global_idx.x)
    var row = Int(global_idx.y)

    if column < width and row < height:
        var i = row * width + column
        var sum = (
            0.25 * Float32(rgb[3 * i])
            + 0.625 * Float32(rgb[3 * i + 1])
            + 0.125 * Float32(rgb[3 * i + 2])
            + Float32(light)
        )
        sum = max(Float32(0), min(sum, Float32(255)))
        var whole = Int(sum)
        var rest = sum - Float32(whole)
        if rest > 0.5 or (rest == 0.5 and whole % 2 == 1):
            whole += 1
        gray[i] = UInt8(whole)
