# Each thread takes the element that has its own number.

from gpu import global_idx
from memory import UnsafePointer


fn map(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
):
    var i = Int(global_idx.x)

    output[i] = a[i] + 10.0
