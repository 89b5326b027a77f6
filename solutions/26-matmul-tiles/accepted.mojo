# Tile by tile: load a square of each matrix, wait, add the
# products, and wait before the squares are loaded over.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_SIDE = 16  # of a block
comptime TILE = MAX_SIDE * MAX_SIDE


fn matmul_tiles(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    b: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
    k: Int,
    m: Int,
):
    var tile_a = stack_allocation[
        TILE, Float32, address_space = AddressSpace.SHARED
    ]()
    var tile_b = stack_allocation[
        TILE, Float32, address_space = AddressSpace.SHARED
    ]()
    var column = Int(global_idx.x)
    var row = Int(global_idx.y)
    var x = Int(thread_idx.x)
    var y = Int(thread_idx.y)
    var T = Int(block_dim.x)

    var sum = Float32(0)
    for first in range(0, k, T):
        var i = first + x
        var j = first + y
        tile_a[y * T + x] = (
            a[row * k + i] if row < n and i < k else Float32(0)
        )
        tile_b[y * T + x] = (
            b[j * m + column] if j < k and column < m else Float32(0)
        )
        barrier()
        for s in range(T):
            sum += tile_a[y * T + s] * tile_b[s * T + x]
        barrier()
    if row < n and column < m:
        output[row * m + column] = sum
