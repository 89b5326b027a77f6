// One thread an element; of a pair, the one at the front
// compares and exchanges, and the other one does nothing.

#include <climits>

__global__ void pad(
    int *data,
    const int *a,
    unsigned n, unsigned padded) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < padded) {
    data[i] = i < n ? a[i] : INT_MAX;
  }
}

__global__ void exchange(
    int *data,
    unsigned padded, unsigned block, unsigned distance) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned partner = i ^ distance;

  if (i < padded && i < partner) {
    bool rising = (i & block) == 0;
    int first = data[i];
    int second = data[partner];

    if (rising ? first > second : first < second) {
      data[i] = second;
      data[partner] = first;
    }
  }
}
