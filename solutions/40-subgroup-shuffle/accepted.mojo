# The neighbours come from other registers. Only the first
# and the last thread of a warp read one of them.

from gpu import (
    WARP_SIZE,
    block_dim,
    global_idx,
    lane_id,
    thread_idx,
    warp,
)
from memory import UnsafePointer


fn subgroup_shuffle(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var lane = Int(lane_id())

    var own = a[i] if i < n else Int32(0)
    var before = warp.shuffle_up(own, 1)
    var after = warp.shuffle_down(own, 1)

    if i < n:
        if lane == 0:
            before = a[i - 1] if i > 0 else Int32(0)
        # The block's last warp may have fewer threads.
        if lane + 1 == WARP_SIZE or l + 1 == Int(block_dim.x):
            after = a[i + 1] if i + 1 < n else Int32(0)
        output[i] = after - before
