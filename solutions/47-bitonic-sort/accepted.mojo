# One thread an element; of a pair, the one at the front
# compares and exchanges, and the other one does nothing.

from gpu import global_idx
from memory import UnsafePointer


fn pad(
    data: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
    padded: Int,
):
    var i = Int(global_idx.x)

    if i < padded:
        data[i] = a[i] if i < n else Int32.MAX


fn exchange(
    data: UnsafePointer[Int32, MutAnyOrigin],
    padded: Int,
    block: Int,
    distance: Int,
):
    var i = Int(global_idx.x)
    var partner = i ^ distance

    if i < padded and i < partner:
        var rising = (i & block) == 0
        var first = data[i]
        var second = data[partner]

        if first > second if rising else first < second:
            data[i] = second
            data[partner] = first
