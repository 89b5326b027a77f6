# Tiles of bodies: a block loads as many as it has threads,
# and each goes over all of them.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from math import rsqrt
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 100  # of a block
comptime Float4 = SIMD[DType.float32, 4]


fn pull(
    output: UnsafePointer[Float4, MutAnyOrigin],
    body: UnsafePointer[Float4, ImmutAnyOrigin],
    n: Int,
):
    var tile = stack_allocation[
        MAX_THREADS, Float4, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    var me = body[i] if i < n else Float4(0.0)
    var sum = Float4(0.0)
    for first in range(0, n, size):
        var count = min(size, n - first)
        if l < count:
            tile[l] = body[first + l]
        barrier()
        for s in range(count):
            if first + s != i:
                var mass = tile[s][3]
                var d = tile[s] - me
                d[3] = 0.0  # of the four, three are a place
                var near = rsqrt((d * d).reduce_add())
                sum += Float4(mass * near * near * near) * d
                sum[3] -= mass * near
        barrier()
    if i < n:
        output[i] = sum
