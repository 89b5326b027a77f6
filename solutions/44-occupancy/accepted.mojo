# No counter passes 255, so a byte is enough for each; and eight
# blocks of 256 are all that a multiprocessor has places for.

from gpu import MAX_THREADS_PER_BLOCK_METADATA, global_idx, thread_idx
from gpu.memory import AddressSpace
from memory import UnsafePointer, stack_allocation
from utils import StaticTuple

comptime SIZE = 256


@__llvm_metadata(
    MAX_THREADS_PER_BLOCK_METADATA=StaticTuple[Int32, 1](SIZE)
)
fn most_frequent(
    output: UnsafePointer[Int32, MutAnyOrigin],
    a: UnsafePointer[Int32, ImmutAnyOrigin],
    n: Int,
    k: Int,
):
    var own = stack_allocation[
        32 * SIZE, UInt8, address_space = AddressSpace.SHARED
    ]()
    var i = Int(global_idx.x)
    var l = Int(thread_idx.x)
    if i >= n:
        return

    for value in range(32):
        own[value * SIZE + l] = 0
    for j in range(k):
        own[Int(a[j * n + i]) * SIZE + l] += 1
    var best = 0
    for value in range(1, 32):
        if own[value * SIZE + l] > own[best * SIZE + l]:
            best = value
    output[i] = Int32(best)
