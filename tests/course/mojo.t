#!/usr/bin/env bash
# The course's kernels in Mojo, solutions/*/accepted.mojo: each is translated to OpenCL C by mojo.py
# and accepted by the judge. Broken ones are rejected, and what mojo.py cannot say it refuses. A text
# takes a second, so that a sample has one in sixteen, and those that have changed.
# depends: solutions puzzles lua tests/course/mojo.py
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export WORKBENCH_COURSE=$ROOT OCL_ICD_VENDORS=$TMP/no-drivers

text() { echo "$ROOT/solutions/$1/accepted.mojo"; }

# translate SLUG FILE [--launch]: into $TMP/SLUG.cl; what is refused is printed, as LINE: MESSAGE.
translate() {
  python3 "$ROOT/tests/course/mojo.py" "$2" "$ROOT/solutions/$1/accepted.cl" ${3:+"$3"} 2>&1 >"$TMP/$1.cl" |
    sed 's/^[^:]*://'
}

# verdict SLUG FILE [--launch]: the judge's word on the translation, or why there is none.
verdict() {
  local refused
  refused=$(translate "$@")
  [ -z "$refused" ] || { echo "$refused"; return; }
  "$WORKBENCH" run "$1" --file "$TMP/$1.cl" >"$TMP/$1.txt" 2>&1
  sed -n '1s/^[^ ]* \([a-z-]*\) .*/\1/p' "$TMP/$1.txt"
}

# judge SLUG FILE: with shared memory of the size that the text says. A budget may count that of the
# launch alone: such a text needs both judgements, since the first has found its sizes large enough.
judge() {
  local said
  said=$(verdict "$1" "$2")
  [ "$said" != over-budget ] || said=$(verdict "$1" "$2" --launch)
  echo "$said"
}

kernels=$(cd "$ROOT/solutions" && ls -d */accepted.cl | xargs dirname)
is "$(cd "$ROOT/solutions" && ls -d */accepted.mojo | xargs dirname)" "$kernels" "each kernel of the course is there in Mojo"
is "$(cd "$ROOT/solutions" && awk 'length > 70 { print FILENAME ": " FNR }' */accepted.mojo)" "" "their lines are short"
is "$(cd "$ROOT/solutions" && awk 'FNR == 1 && !/^# / { print FILENAME }' */accepted.mojo)" "" "they begin with a comment"

puzzles=()
sample_puzzles puzzles 16 "puzzles' kernels in Mojo"
for slug in "${puzzles[@]}"; do
  [ ! -f "$(text "$slug")" ] || is "$(judge "$slug" "$(text "$slug")")" accepted "$slug is accepted"
done

# SLUG | WHAT IS BROKEN | VERDICT | PERL
broken=$(cat <<'END'
04-guards | a guard that lets one too many in | runtime-error | s/i < n/i <= n/
13-game-of-life | a world with an edge | runtime-error | s/\(x - 1\) % width/x - 1/
14-shared-memory | no barrier | runtime-error | s/    barrier\(\)\n//; s/import barrier, /import /
14-shared-memory | a neighbour from global memory | over-budget | s/tile\[l - 1\]/a[i - 1]/
17-dot | a tree that rounds down | runtime-error | s/\(count \+ 1\)/count/
18-conv1d | a halo that is too short | runtime-error | s/l < k - 1/l < k - 2/
18-conv1d | a tile that is too small | runtime-error | s/MAX_K = 64/MAX_K = 8/
22-histogram | an update that is not atomic | runtime-error | s/_ = Atomic.fetch_add\(own \+ Int\(a\[i\]\), Int32\(1\)\)/own[Int(a[i])] += 1/
24-last-group | no order of memory | runtime-error | s/\[\s*ordering[^]]*\]//; s/, Consistency//
26-matmul-tiles | no barrier before the next tile | runtime-error | s/tile_b\[s \* T \+ x\]\n +barrier\(\)/tile_b[s * T + x]/
30-barrier-nobody-reaches | a barrier inside the guard | runtime-error | s/    (var top = .*)\n    if i < n:/    if i < n:\n        $1/
41-subgroup-scan | one place less than there are warps | runtime-error | s/MAX_WARPS = 1024/MAX_WARPS = 2/
45-double-buffer | no waiting for the copies | wrong-answer | s/ +async_copy_wait_all\(\)\n//; s/, async_copy_wait_all//
45-double-buffer | no barrier | runtime-error | s/ +barrier\(\)\n//; s/import barrier, /import /
47-bitonic-sort | a pair in the wrong order | wrong-answer | s/\(i & block\) == 0/(i & block) != 0/
50-flash-attention | no barrier before the next tile | runtime-error | s/\n        barrier\(\)\n\n    if i < n/\n\n    if i < n/
50-flash-attention | tiles that are too small | runtime-error | s/MAX_THREADS = 64/MAX_THREADS = 8/
END
)
while IFS='|' read -r slug what want perl; do
  slug=${slug// } want=${want// }
  perl -0pe "$perl" "$(text "$slug")" >"$TMP/broken.mojo"
  ! cmp -s "$TMP/broken.mojo" "$(text "$slug")"
  ok $? "$slug is broken:$what"
  is "$(judge "$slug" "$TMP/broken.mojo")" "$want" "and rejected"
done < <(sample_lines 8 least <<<"$broken")
[ -z "${SAMPLE:-}" ] || echo "# left out: seven in eight broken kernels in Mojo"

# WHAT mojo.py says, and Perl that makes it of the second puzzle's text
while IFS='|' read -r want perl; do
  perl -0pe "$perl" "$(text 02-map)" >"$TMP/refused.mojo"
  is "$(translate 02-map "$TMP/refused.mojo")" "${want% }" "refused: ${want#*: }"
done <<'END'
3: barrier is imported and not used | s/global_idx\n/global_idx, barrier\n/
3: gpu has no global_id that is known | s/global_idx\n/global_id\n/
7: a function begins with fn | s/fn map/def map/
7: the host passes out, a | s/\boutput\b/result/g
7: the host passes __global const float *a, which is not Pointer(element='Int32', space='__global', mutable=False) | s/Float32, Immut/Int32, Immut/; s/a\[i\]/Float32(a[i])/
9: a pointer is UnsafePointer[T, MutAnyOrigin] or [T, ImmutAnyOrigin] | s/, ImmutAnyOrigin//
11: a variable cannot be an index without Int(...) | s/Int\(global_idx.x\)/global_idx.x/
11: thread_idx is not imported | s/= Int\(global_idx.x\)/= Int(thread_idx.x)/
11: i is no variable | s/var i/i/
13: this is Int, where Float32 is asked for | s/10\.0/i/
13: this is FloatLiteral, where Int is asked for | s/a\[i\] \+ 10/i + 10/
13: there is no such operator for Int | s/10\.0/Float32(i \/ 2)/
13: there is no such operator for Float32 | s/\+ 10/\/\/ 10/
13: this is Float32, where Int is asked for | s/a\[i\] /a[a[i]] /
13: nothing is written through an immutable pointer | s/output\[i\]/a[i]/
13: a variable cannot be FloatLiteral | s/output\[i\] =.*/var x = 10.0/
13: comparisons are of two values | s/10\.0/10.0 if 0 < i < 9 else a[0]/
13: a loop is for NAME in range(...) | s/output\[i\] =/for j in a:\n        output[i] =/
13: i is declared already | s/output\[i\] =.*/var i = 3/
13: output is no variable | s/output\[i\] =.*/output = a/
13: this value is not used | s/output\[i\] =.*/a[i]/
13: Try is not in the subset | s/    output\[i\] =.*/    try:\n        output[i] = a[i]\n    finally:\n        output[i] = a[i]/
13: expected 'else' after 'if' expression | s/10\.0/(10.0 if i > 2)/
END
tap_finish
