# The number that the atomic operation returns is a place
# that nobody else has.

from gpu import global_idx
from memory import UnsafePointer
from os.atomic import Atomic


fn compact(
    output: UnsafePointer[Int32, MutAnyOrigin],
    count: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var i = Int(global_idx.x)

    if i < n:
        var value = a[i]
        if value > 0:
            var place = Atomic.fetch_add(count, Int32(1))
            output[Int(place)] = value
