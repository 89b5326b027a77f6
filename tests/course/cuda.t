#!/usr/bin/env bash
# Every solution of a kernel puzzle is there in CUDA C++ as well, and is right: clang takes it as CUDA, with the
# declarations of cuda.h, and the judge takes it as OpenCL C, into which cuda.py translates it. Where CUDA is installed
# its own compiler takes it, too. A sample has one puzzle in sixteen, and those that have changed.
# depends: tests/course/cuda.py tests/course/cuda.h tests/sample.sh solutions puzzles lua
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "workbench-emulator is not built"
export WORKBENCH_COURSE=$ROOT OCL_ICD_VENDORS=/dev/null
cd "$ROOT/solutions" || exit 1

is "$(ls -d ./*/accepted.cu | sed 's/u$//')" "$(ls -d ./*/accepted.cl | sed 's/l$//')" \
  "every kernel of the course is there in CUDA"
is "$(awk 'length > 70 { print FILENAME ": " FNR }' ./*/accepted.cu)" "" "no line is longer than 70 columns"

mkdir -p "$TMP/include/cooperative_groups" "$TMP/cuda"
touch "$TMP/include/cooperative_groups.h" "$TMP/include/cooperative_groups/memcpy_async.h"

# compiled FILE: what clang says against it as code for a device.
compiled() {
  clang-19 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version \
    -fsyntax-only -Wall -Werror -I "$TMP/include" -include "$ROOT/tests/course/cuda.h" "$1" 2>&1
}

# judged SLUG FILE: the judge's word on a kernel in OpenCL C.
judged() { "$WORKBENCH" run "$1" --file "$2" | sed -n '1s/^[^ ]* \([a-z-]*\) .*/\1/p'; }

# translated SLUG FILE [whole]
translated() { python3 "$ROOT/tests/course/cuda.py" "$2" "$1/accepted.cl" ${3:+"$3"}; }

# verdict SLUG FILE: the judge's word on what it is in OpenCL C, and on how it lays out its shared memory. The one
# array that the latter takes is larger than budgets allow, which the former keeps.
verdict() {
  local word
  translated "$1" "$2" >"$TMP/apart.cl" && translated "$1" "$2" whole >"$TMP/whole.cl" || return
  word=$(judged "$1" "$TMP/apart.cl")
  [ "$word" != accepted ] || cmp -s "$TMP/apart.cl" "$TMP/whole.cl" ||
    word=$(judged "$1" "$TMP/whole.cl" | sed 's/over-budget/accepted/')
  echo "$word"
}

sample_puzzles puzzles 16 "puzzles' solutions"
texts=()
for slug in "${puzzles[@]}"; do
  [ ! -f "$slug/accepted.cu" ] || texts+=("$slug")
done

for slug in "${texts[@]}"; do
  is "$(verdict "$slug" "$slug/accepted.cu")" "accepted" "$slug is right in CUDA"
done

if command -v clang-19 >/dev/null; then
  is "$(for slug in "${texts[@]}"; do compiled "$slug/accepted.cu"; done)" "" "clang takes all of them as CUDA"
  echo '__global__ void kernel(int *a) { a[get_global_id(0)] = 1; }' >"$TMP/cuda/foreign.cu"
  like "$(compiled "$TMP/cuda/foreign.cu")" "undeclared identifier 'get_global_id'" "and nothing that is not CUDA"
else
  skip "there is no clang-19" "clang takes all of them as CUDA"
fi

if [[ $(nvcc --list-gpu-arch 2>/dev/null) == *compute_80* ]]; then
  is "$(for slug in "${texts[@]}"; do
    nvcc -arch=sm_80 -Werror all-warnings -ptx -o "$TMP/cuda/code.ptx" "$slug/accepted.cu" 2>&1
  done)" "" "and so does CUDA's own compiler"
else
  skip "there is no CUDA" "and so does CUDA's own compiler"
fi

# What is broken in a way that clang cannot see: puzzle, words for sed, the judge's word, what it is.
broken=$(cat <<'END'
04-guards;s/if (i < n)/if (true)/;runtime-error;a guard that is gone
10-grayscale;s/min(max(\(.*\), 0), 255)/\1/;wrong-answer;a limit that is gone
11-vectors;s/4 \* i + 3 < n/4 * i < n/;runtime-error;a vector past the end
14-shared-memory;/__syncthreads/d;runtime-error;a barrier that is gone
18-conv1d;s/l < k - 1/l > k/;runtime-error;a halo that is not loaded
22-histogram;s/atomicAdd(&own\[a\[i\]\], 1)/own[a[i]]++/;runtime-error;a count that is not atomic
23-compaction;s/value > 0/value >= 0/;wrong-answer;a comparison that is off
24-last-group;/__threadfence/d;runtime-error;fences that are gone
27-matmul-registers;s/tile_a + 2 \* T \* T/tile_a + T * T/;runtime-error;tiles that overlap
36-softmax;s/row + width/row + width + 1/;runtime-error;a gap between two arrays
40-subgroup-shuffle;s/ || threadIdx.x == blockDim.x - 1//;runtime-error;a short warp that is forgotten
41-subgroup-scan;s/lane >= step/true/;runtime-error;a lane without a neighbour
43-bank-conflicts;s/SIZE + 1/SIZE/;over-budget;rows without padding
44-occupancy;s/unsigned char own/unsigned own/;over-budget;counters that are too wide
45-double-buffer;s/wait_prior<1>/wait_prior<2>/;runtime-error;a copy that nobody waits for
49-n-body;s/first + s != i/first + s >= i/;wrong-answer;a body left out
END
)
while IFS=';' read -r slug change word what; do
  sed "$change" "$slug/accepted.cu" >"$TMP/cuda/broken.cu"
  ! cmp -s "$slug/accepted.cu" "$TMP/cuda/broken.cu" || echo "# $change changes nothing in $slug"
  is "$(verdict "$slug" "$TMP/cuda/broken.cu")" "$word" "the judge rejects $what ($slug)"
done < <(sample_lines 8 least <<<"$broken")

# untranslated CHANGE MESSAGE SENTENCE: 04-guards with this change is not made into OpenCL C.
untranslated() {
  sed "$1" 04-guards/accepted.cu >"$TMP/cuda/broken.cu"
  like "$(python3 "$ROOT/tests/course/cuda.py" "$TMP/cuda/broken.cu" 04-guards/accepted.cl 2>&1)" "$2" "$3"
}
untranslated 's/threadIdx.x/get_local_id(0)/' "get_local_id is not of CUDA" "words of OpenCL C are not translated"
untranslated 's/guards/guard/' "the kernels are" "nor is a kernel of another name"
untranslated 's/float \*out/float *out, float *more/' "the parameters are" "nor one with other parameters"
tap_finish
