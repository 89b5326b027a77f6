# A whole vector if its last element exists; else what is
# left, one by one, and nothing if nothing is left.

from gpu import global_idx
from memory import UnsafePointer

comptime Float4 = SIMD[DType.float32, 4]


fn vectors(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
):
    var i = Int(global_idx.x)

    if 4 * i + 3 < n:
        var factors = Float4(1.0, 2.0, 3.0, 4.0)
        output.store(4 * i, a.load[width=4](4 * i) * factors)
    else:
        for j in range(4 * i, n):
            output[j] = a[j] * Float32(1 + j % 4)
