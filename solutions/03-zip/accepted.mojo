# One thread meets one pair.

from gpu import global_idx
from memory import UnsafePointer


fn zip(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    b: UnsafePointer[Float32, ImmutAnyOrigin],
):
    var i = Int(global_idx.x)

    output[i] = a[i] + b[i]
