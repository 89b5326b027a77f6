# A thread without an element does nothing, neither read
# nor write.

from gpu import global_idx
from memory import UnsafePointer


fn guards(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
):
    var i = Int(global_idx.x)

    if i < n:
        output[i] = a[i] + 10.0
