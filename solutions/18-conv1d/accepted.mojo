# A block needs its own elements and the k - 1 after them,
# the halo. Both are loaded first, with zeros past the
# array's end, so that the sum needs no test.

from gpu import barrier, block_dim, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation

comptime MAX_THREADS = 256  # of a block
comptime MAX_K = 64


fn conv1d(
    output: UnsafePointer[Float32, MutAnyOrigin],
    a: UnsafePointer[Float32, ImmutAnyOrigin],
    b: UnsafePointer[Float32, ImmutAnyOrigin],
    n: Int,
    k: Int,
):
    var tile = stack_allocation[
        MAX_THREADS + MAX_K - 1,
        Float32,
        address_space = AddressSpace.SHARED,
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    var size = Int(block_dim.x)

    tile[l] = a[i] if i < n else Float32(0)
    if l < k - 1:
        tile[size + l] = a[i + size] if i + size < n else Float32(0)
    barrier()

    if i < n:
        var sum = Float32(0)
        for j in range(k):
            sum += tile[l + j] * b[j]
        output[i] = sum
