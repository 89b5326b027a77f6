// Reductions, scans and votes of halves, each step rounded to one.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// emulator-only: other devices may have no sub-groups, or no halves
// arg: a const half[8]=(1,2,3,4,2048,1,1,1)
// arg: sum half[8]
// arg: scan half[8]
// arg: group half[8]
// arg: most half[8]
// arg: same int[8]
// expect: clean
// out: sum 10 10 10 10 2048 2048 2048 2048
// out: scan 0 1 3 6 0 2048 2048 2048
// out: group 2058 2058 2058 2058 2058 2058 2058 2058
// out: most 4 4 4 4 2048 2048 2048 2048
// out: same 0 0 0 0 0 0 0 0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void test(__global const half *a, __global half *sum, __global half *scan,
                   __global half *group, __global half *most, __global int *same) {
  size_t i = get_global_id(0);
  sum[i] = sub_group_reduce_add(a[i]);
  scan[i] = sub_group_scan_exclusive_add(a[i]);
  group[i] = work_group_reduce_add(i < 5 ? a[i] : (half)0);
  most[i] = sub_group_reduce_max(a[i]);
  same[i] = sub_group_non_uniform_all_equal(a[i]) + sub_group_any(sub_group_broadcast(a[i], 0) < (half)0);
}
