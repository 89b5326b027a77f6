# The window has one element of its own and k - 1 others;
# half of these, rounded down, lie before it.

from gpu import global_idx
from memory import UnsafePointer


fn window_sum(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
    k: Int,
):
    var i = Int(global_idx.x)

    if i < n:
        var first = i - (k - 1) // 2
        var sum = Int32(0)
        for j in range(k):
            var at = first + j
            if at >= 0 and at < n:
                sum += a[at]
        output[i] = sum
