# Every thread brings a number, if only 0. The warp, which is
# a whole one, adds them up, and its first thread passes the
# sum on.

from gpu import global_idx, lane_id, warp
from memory import UnsafePointer
from os.atomic import Atomic


fn subgroup_sum(
    sum: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    b: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var i = Int(global_idx.x)

    var product = a[i] * b[i] if i < n else Int32(0)
    var total = warp.sum(product)
    if Int(lane_id()) == 0:
        _ = Atomic.fetch_add(sum, total)
