# Read the row once, and keep it: maximum, exponentials and
# their sum, quotients.

from gpu import barrier, block_dim, block_idx, thread_idx
from gpu.memory import AddressSpace
from math import exp
from memory import UnsafePointer, stack_allocation
from utils.numerics import neg_inf

comptime MAX_THREADS = 128  # of a block
comptime MAX_WIDTH = 600
comptime Shared = UnsafePointer[
    Float32, MutAnyOrigin, address_space = AddressSpace.SHARED
]


fn reduce(tile: Shared, l: Int, value: Float32, add: Bool) -> Float32:
    barrier()
    tile[l] = value
    barrier()
    var count = Int(block_dim.x)
    while count > 1:
        var upper = (count + 1) // 2
        if l + upper < count:
            var other = tile[l + upper]
            tile[l] = tile[l] + other if add else max(tile[l], other)
        barrier()
        count = upper
    return tile[0]


fn softmax(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    width: Int,
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

    var largest = neg_inf[DType.float32]()
    for j in range(l, width, size):
        row[j] = a[first + j]
        largest = max(largest, row[j])
    largest = reduce(tile, l, largest, False)

    var sum = Float32(0)
    for j in range(l, width, size):
        row[j] = exp(row[j] - largest)
        sum += row[j]
    sum = reduce(tile, l, sum, True)

    for j in range(l, width, size):
        output[first + j] = row[j] / sum
