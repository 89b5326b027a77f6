# A scan of each warp; then every thread adds the sums of
# the warps before its own.

from gpu import (
    WARP_SIZE,
    barrier,
    global_idx,
    lane_id,
    thread_idx,
    warp,
)
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_WARPS = 1024  # of a block; they may be narrow


fn subgroup_scan(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
):
    var sums = stack_allocation[
        MAX_WARPS, Int32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var lane = Int(lane_id())
    var own = Int(thread_idx.x) // WARP_SIZE

    var until = warp.prefix_sum[exclusive=False](
        a[i] if i < n else Int32(0)
    )
    if lane + 1 == WARP_SIZE:
        sums[own] = until
    barrier()

    for s in range(own):
        until += sums[s]
    if i < n:
        output[i] = until
