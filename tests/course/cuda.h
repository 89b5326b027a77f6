/* What the course's solutions in CUDA C++ use of CUDA, so that clang can compile them where no CUDA is installed. Made
 * from NVIDIA's public programming guide: what is not here no solution may use. There are declarations alone, since
 * nothing is linked. tests/course/cuda.t includes it, and finds headers of CUDA here as empty files. */
#ifndef WB_TESTS_CUDA_H
#define WB_TESTS_CUDA_H

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(threads) __attribute__((launch_bounds(threads)))
#define INFINITY __builtin_inff()

struct uint3 {
  unsigned x, y, z;
};

struct int3 {
  int x, y, z;
};

struct __attribute__((aligned(16))) float4 {
  float x, y, z, w;
};

/* Where a thread is. */
extern const __device__ uint3 threadIdx, blockIdx, blockDim, gridDim;
extern const __device__ int warpSize;

__device__ void __syncthreads();
__device__ void __threadfence();
__device__ int atomicAdd(int *at, int value);
extern "C" __device__ int printf(const char *format, ...);

/* Warps. The mask says who takes part. */
__device__ int __shfl_up_sync(unsigned mask, int value, unsigned delta);
__device__ int __shfl_down_sync(unsigned mask, int value, unsigned delta);
__device__ int __reduce_add_sync(unsigned mask, int value);

/* Numbers. */
__device__ int min(int a, int b);
__device__ unsigned min(unsigned a, unsigned b);
__device__ int max(int a, int b);
__device__ unsigned max(unsigned a, unsigned b);
__device__ float fmaxf(float a, float b);
__device__ float expf(float x);
__device__ float rsqrtf(float x);
__device__ int __float2int_rn(float x);
__device__ float4 make_float4(float x, float y, float z, float w);

/* Copies of a block that go on while its threads do other things. wait_prior leaves the latest copies out. */
namespace cooperative_groups {
class thread_block {};
__device__ thread_block this_thread_block();
template <typename T>
__device__ void memcpy_async(const thread_block &block, T *to, const T *from, const unsigned long &bytes);
__device__ void wait(const thread_block &block);
template <unsigned latest>
__device__ void wait_prior(const thread_block &block);
}

#endif
