#!/bin/bash
# Names that are another language's, or nearly ours, are answered from the course's glossary.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

# said BODY: what run says of a kernel with that in it.
said() {
  printf '__kernel void map(__global float *out, __global const float *a) {\n  %s\n}\n' "$1" >"$TMP/k.cl"
  WORKBENCH_COURSE=$ROOT "$WORKBENCH" run map --file "$TMP/k.cl" --json 2>&1
}
like "$(said 'out[threadIdx.x] = 0;')" "CUDA's threadIdx.x is get_local_id\\(0\\) here" "CUDA's threadIdx.x"
like "$(said 'out[blockIdx.x] = 0;')" "CUDA's blockIdx.x is get_group_id\\(0\\) here" "its blockIdx"
like "$(said '__shared__ float t[4];')" "CUDA's __shared__ is __local here" "its __shared__"
like "$(said '__syncthreads();')" "CUDA's __syncthreads is barrier here" "its __syncthreads, which the compiler knows"
like "$(said 'out[get_globalid(0)] = 0;')" "did you mean 'get_global_id'\\?" "a name of OpenCL's that is misspelt"
newer=$(said 'out[0] = work_group_reduce_add(a[0]); out[1] = get_globalid(0); out[2] = work_group_reduce_max(a[0]);')
like "$newer" "functions of work-groups exist from OpenCL C 2.0 on, and this kernel is built as OpenCL C 1.2" \
  "a function of a later version: the puzzle decides which one it is built as"
unlike "$newer" "-cl-std|did you mean 'sub_group" "with no option that nobody can give, and no name that is missing as well"
like "$newer" "did you mean 'get_global_id'" "while others are still suggested"
unlike "$(said 'out[0] = sub_grup_ballot(1);')" "did you mean" "none is suggested that the puzzle's version lacks"
misspelt=$(said 'atomic_ad((__global int *)out, 1);')
like "$misspelt" "did you mean 'atomic_add'" "an atomic operation that is misspelt"
unlike "$misspelt" "OpenCL C 2.0" "is not taken for one of a later version"
newer=$(said 'volatile __global atomic_int *p = 0; volatile __global atomic_uint *q = 0;')
like "$newer" "this atomic operation or type exists from OpenCL C 2.0 on" "a type of a later version"
unlike "$newer" "did you mean" "is no misspelt name"
printf '__kernel void all(__global int *out) {\n  out[0] = sub_grup_ballot(1).x;\n}\n' >"$TMP/k.cl"
like "$(WORKBENCH_COURSE=$ROOT "$WORKBENCH" run subgroup-scan --file "$TMP/k.cl" --json)" "did you mean 'sub_group_ballot'" \
  "but one is where the version has it"
unlike "$(said 'out[nothing_like_it] = 0;')" "did you mean|is .* here" "and nothing is said of any other"
printf '#include <stdio.h>\n__global__ void map(float *out) {}\n' >"$TMP/k.cl"
like "$(WORKBENCH_COURSE=$ROOT "$WORKBENCH" run map --file "$TMP/k.cl" --json)" "printf, the functions of mathematics" "a header of C is not needed"
sed -i 1d "$TMP/k.cl"
like "$(WORKBENCH_COURSE=$ROOT "$WORKBENCH" run map --file "$TMP/k.cl" --json)" "CUDA's __global__ is __kernel here" "a kernel of CUDA's"
cat >"$TMP/keys" <<KEYS
:resize 120x40
:wait-idle
r
:wait-result
:save-display $TMP/screen
KEYS
mkdir -p "$WORKBENCH_WORK"
cp "$TMP/k.cl" "$WORKBENCH_WORK/01-map.cl"
"$WORKBENCH" ui 1 --script "$TMP/keys" >/dev/null
like "$(cat "$TMP/screen")" "CUDA's __global__ is __kernel" "the screen says the same"
like "$(printf 'run 1\n' | "$WORKBENCH" --plain | tr '\n' ' ')" "CUDA's __global__ is __kernel" "and so does the dialogue"
tap_finish
