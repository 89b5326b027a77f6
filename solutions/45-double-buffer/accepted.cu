// While a tile is used, the next one is on its way into
// the other buffer. A buffer is filled again only after
// the barrier that says that nobody reads it any more.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void sums_of_three(
    int *out,
    const int *a,
    unsigned n, unsigned tiles) {
  extern __shared__ int buffers[];
  cg::thread_block block = cg::this_thread_block();
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;
  unsigned first = blockIdx.x * size * tiles;
  unsigned end = min(n, first + size * tiles);

  if (first < end) {
    cg::memcpy_async(block, buffers, a + first,
        min(size + 2, n - first) * sizeof(int));
  }
  for (unsigned t = 0; first < end; t++, first += size) {
    int *tile = buffers + t % 2 * (size + 2);
    int *other = buffers + (t + 1) % 2 * (size + 2);
    unsigned later = first + size;

    if (later < end) {
      cg::memcpy_async(block, other, a + later,
          min(size + 2, n - later) * sizeof(int));
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }

    unsigned i = first + l;
    if (i < n) {
      int sum = tile[l];
      if (i + 1 < n) sum += tile[l + 1];
      if (i + 2 < n) sum += tile[l + 2];
      out[i] = sum;
    }
    __syncthreads();
  }
}
