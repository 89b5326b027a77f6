# Four sums in registers: each element that is taken out of
# shared memory is used for two products, not for one.

from gpu import barrier, block_dim, block_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_SIDE = 16  # of a block
comptime TILES = 2 * MAX_SIDE * MAX_SIDE


fn matmul_registers(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    b: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
    k: Int,
    m: Int,
):
    var tile_a = stack_allocation[
        TILES, Float32, address_space = AddressSpace.SHARED
    ]()
    var tile_b = stack_allocation[
        TILES, Float32, address_space = AddressSpace.SHARED
    ]()
    var x = Int(thread_idx.x)
    var y = Int(thread_idx.y)
    var T = Int(block_dim.x)
    var row = Int(block_idx.y) * 2 * T + y
    var column = Int(block_idx.x) * 2 * T + x

    var sum = InlineArray[Float32, 4](fill=0.0)
    var left = InlineArray[Float32, 2](fill=0.0)
    var above = InlineArray[Float32, 2](fill=0.0)
    for first in range(0, k, T):
        var i = first + x
        var j = first + y
        for p in range(2):
            var r = row + p * T
            var c = column + p * T
            tile_a[(y + p * T) * T + x] = (
                a[r * k + i] if r < n and i < k else Float32(0)
            )
            tile_b[y * 2 * T + x + p * T] = (
                b[j * m + c] if j < k and c < m else Float32(0)
            )
        barrier()
        for s in range(T):
            for p in range(2):
                left[p] = tile_a[(y + p * T) * T + s]
                above[p] = tile_b[s * 2 * T + x + p * T]
            for p in range(2):
                for q in range(2):
                    sum[2 * p + q] += left[p] * above[q]
        barrier()

    for p in range(2):
        for q in range(2):
            var r = row + p * T
            var c = column + q * T
            if r < n and c < m:
                output[r * m + c] = sum[2 * p + q]
