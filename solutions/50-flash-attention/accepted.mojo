# A query for each thread, a tile of keys and values for the
# block; a new maximum scales what was added up so far.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from math import exp, rsqrt
from memory import UnsafePointer, stack_allocation
from utils.numerics import neg_inf

comptime MAX_D = 32
comptime MAX_THREADS = 64  # of a block
comptime TILE = MAX_THREADS * MAX_D


fn attention(
    output: UnsafePointer[Float32, MutAnyOrigin],
    q: UnsafePointer[Float32, ImmutAnyOrigin],
    k: UnsafePointer[Float32, ImmutAnyOrigin],
    v: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
    keys: Int,
    d: Int,
):
    var key_tile = stack_allocation[
        TILE, Float32, address_space = AddressSpace.SHARED
    ]()
    var value_tile = stack_allocation[
        TILE, Float32, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    var query = InlineArray[Float32, MAX_D](fill=0.0)
    var total = InlineArray[Float32, MAX_D](fill=0.0)
    var largest = neg_inf[DType.float32]()
    var sum = Float32(0)

    if i < n:
        for c in range(d):
            query[c] = q[i * d + c] * rsqrt(Float32(d))

    for first in range(0, keys, size):
        var count = min(size, keys - first)
        for t in range(l, count * d, size):
            key_tile[t] = k[first * d + t]
            value_tile[t] = v[first * d + t]
        barrier()

        for j in range(count):
            var score = Float32(0)
            for c in range(d):
                score += query[c] * key_tile[j * d + c]
            var before = largest
            largest = max(largest, score)
            var old = exp(before - largest)
            var weight = exp(score - largest)
            sum = sum * old + weight
            for c in range(d):
                total[c] = (
                    total[c] * old + weight * value_tile[j * d + c]
                )
        barrier()

    if i < n:
        for c in range(d):
            output[i * d + c] = total[c] / sum
