# Mean, then variance around it, then the normalised row,
# which stays in shared memory until the outputs are made.

from gpu import barrier, block_dim, block_idx, thread_idx
from gpu.memory import AddressSpace
from math import rsqrt
from memory import UnsafePointer, stack_allocation

comptime EPSILON = Float32(1e-5)
comptime MAX_THREADS = 64  # of a block
comptime MAX_WIDTH = 190
comptime Shared = UnsafePointer[
    Float32, MutAnyOrigin, address_space = AddressSpace.SHARED
]


fn group_sum(tile: Shared, l: Int, value: Float32) -> Float32:
    barrier()
    tile[l] = value
    barrier()
    var count = Int(block_dim.x)
    while count > 1:
        var upper = (count + 1) // 2
        if l + upper < count:
            tile[l] += tile[l + upper]
        barrier()
        count = upper
    return tile[0]


fn layernorm_linear(
    output: UnsafePointer[Float32, MutAnyOrigin],
    x: UnsafePointer[Float32, ImmutAnyOrigin],
    scale: UnsafePointer[Float32, ImmutAnyOrigin],
    shift: UnsafePointer[Float32, ImmutAnyOrigin],
    weights: UnsafePointer[Float32, ImmutAnyOrigin],
    bias: UnsafePointer[Float32, ImmutAnyOrigin],
    width: Int,
    m: Int,
):
    var row = stack_allocation[
        MAX_WIDTH, Float32, address_space = AddressSpace.SHARED
    ]()
    var tile = stack_allocation[
        MAX_THREADS, Float32, address_space = AddressSpace.SHARED
    ]()
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    var first = Int(block_idx.x) * width

    var sum = Float32(0)
    for j in range(l, width, size):
        row[j] = x[first + j]
        sum += row[j]
    var mean = group_sum(tile, l, sum) / Float32(width)

    var squares = Float32(0)
    for j in range(l, width, size):
        var apart = row[j] - mean
        squares += apart * apart
    var variance = group_sum(tile, l, squares) / Float32(width)

    var factor = rsqrt(variance + EPSILON)
    for j in range(l, width, size):
        row[j] = (row[j] - mean) * factor * scale[j] + shift[j]
    barrier()

    for o in range(l, m, size):
        var result = bias[o]
        for j in range(width):
            result += row[j] * weights[j * m + o]
        output[Int(block_idx.x) * m + o] = result
