# A row of a times a column of b, summed up in a private
# variable and stored once.

from gpu import global_idx
from memory import UnsafePointer


fn matmul(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    b: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
    k: Int,
    m: Int,
):
    var column = Int(global_idx.x)
    var row = Int(global_idx.y)

    if row < n and column < m:
        var sum = Float32(0)
        for j in range(k):
            sum += a[row * k + j] * b[j * m + column]
        output[row * m + column] = sum
