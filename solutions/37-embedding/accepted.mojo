# A thread for each element of output; neighbours are in
# the same row, and fetch neighbours.

from gpu import global_idx
from memory import UnsafePointer


fn embedding(
    output: UnsafePointer[Float32, MutAnyOrigin],
    table: UnsafePointer[Float32, ImmutAnyOrigin],
    tokens: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
    width: Int,
    words: Int,
):
    var at = Int(global_idx.x)

    if at < n * width:
        var token = Int(tokens[at // width])
        var value = Float32(0)
        if token >= 0 and token < words:
            value = table[token * width + at % width]
        output[at] = value
