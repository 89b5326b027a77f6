#!/usr/bin/env bash
# shellcheck disable=SC1111 # quotes of drawings
# Cases of several launches: on the same buffers, each of them checked.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
cp -r "$ROOT/tests/cli/stages" "$TMP/course"
export WORKBENCH_COURSE=$TMP/course

# judged PUZZLE KERNEL [OPTION]...: its result as JSON, in $TMP/result.
judged() { "$WORKBENCH" run "$1" --file "$TMP/course/solutions/$1/$2.cl" --json "${@:3}" > "$TMP/result"; }
# of EXPRESSION: what it gives of the result, $r, and of its first case, $c.
of() {
  perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>); my $c = $r->{cases}[0]; my @f = @{$c->{findings} // []};
    print join(" ", map { $_ // "none" } eval $ARGV[0])' "$1" < "$TMP/result"
}
# kernel PUZZLE NAME: standard input is one more wrong kernel of the puzzle.
kernel() { cat > "$TMP/course/solutions/$1/$2.cl"; }

# ---- each kernel gets what it says ------------------------------------------------------------
for slug in 01-ring 02-sums; do
  for name in accepted $(cd "$TMP/course/solutions/$slug" && echo right/* wrong/* | sed 's/\.cl//g'); do
    [ -f "$TMP/course/solutions/$slug/$name.cl" ] || continue
    expected=$(sed -n 's,^// expect: *\(runtime-error *\)\?,,p' "$TMP/course/solutions/$slug/$name.cl")
    judged $slug "$name"
    case ${expected:=accepted} in
      *-answer | accepted | compile-error) is "$(of '$r->{verdict}')" "$expected" "$slug, $name: $expected" ;;
      *) like "$(of '$r->{verdict}, map { $_->{kind} } @f')" "^runtime-error.* $expected" "$slug, $name: $expected" ;;
    esac
  done
done

# ---- findings, counters and what is hidden ----------------------------------------------------
judged 01-ring accepted
is "$(of '$c->{launches}, $r->{cases}[1]{launches}, $r->{cases}[2]{launches}')" "4 none none" \
  "a case says how many launches it has, not where it is one, nor where it is hidden"
is "$(of '@{$c->{counters}}{qw(global_reads global_writes max_global_reads items)}')" "48 24 2 32" \
  "counters are summed, of the most of a work-item the greatest counts"
judged 01-ring wrong/never-written
is "$(of 'map { @$_{qw(launch launches in_launches count items)} } $f[0]')" "2 4 2 2 2" \
  "a finding says in which launch it shows first, and in how many"
is "$(of 'my $h = $r->{cases}[2]{findings}[0]; ($h->{kind}, $h->{launch}, $h->{launches}, $h->{in_launches})')" \
  "uninitialized-read none none none" "but not in a hidden case"
like "$(of '$f[0]{description}')" ", in launch 2 of 4 and 1 later: work-item 0" "in words, too"
judged 01-ring wrong/no-wrap
is "$(of 'map { @$_{qw(launch in_launches count)} } @f')" "1 4 4" "the same mistake in all launches is one finding"
judged 02-sums wrong/no-barrier
is "$(of 'map { @$_{qw(kind launch kernel)} } $f[1]')" "data-race 2 sum_groups" "the kernel is the one that was launched"
judged 02-sums wrong/second-missing
like "$(of '$r->{compile}{diagnostics}[0]{message}')" 'launches a kernel called "sum_groups", but the file has square' \
  "a kernel that is not there is named"
is "$(of 'scalar @{$r->{cases}}')" 0 "and no case is judged"

kernel 02-sums parameters <<'KERNEL'
__kernel void square(__global const int *a, __global int *squares, const uint n) {}
__kernel void sum_groups(__global const int *squares, __global float *sums, __local int *tile, const uint n) {}
KERNEL
judged 02-sums parameters
is "$(of 'map { @$_{qw(kind kernel message)} } $f[0]')" \
  'invalid-argument sum_groups parameter 2 must be "__global int *sums", but the kernel has "__global float *sums"' \
  "what the second kernel takes is checked, too"

kernel 01-ring printing <<'KERNEL'
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
  const uint i = get_global_id(0);
  if (i == 0) printf("%d of %u;", launch, n);
  if (i < n) next[i] = cells[(i + n - 1) % n] + cells[(i + 1) % n] + launch;
}
KERNEL
judged 01-ring printing
is "$(of '$r->{verdict}, $c->{text}')" "accepted 1 of 6;2 of 6;3 of 6;4 of 6;" "what the launches print follows each other"

# ---- limits, budgets and orders ---------------------------------------------------------------
# spec SLUG LINE: the spec with a line more, before that of its kernel.
spec() { sed -i "s/^  entry = /  $2\n&/" "$TMP/course/puzzles/$1/puzzle.lua"; }
again() { cp "$ROOT/tests/cli/stages/puzzles/$1/puzzle.lua" "$TMP/course/puzzles/$1"; }
kernel 01-ring stuck <<'KERNEL'
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
  volatile int once = launch;
  while (once == 3) {}
}
KERNEL
spec 01-ring 'limits = { time_ms = 300 },'
judged 01-ring stuck
like "$(of '$r->{verdict}, $c->{detail}')" "^time-limit .*, in launch 3 of 4$" "a launch without an end is named"
is "$(of '$r->{cases}[2]{detail}')" 'not run, because of what happened in "four launches"' "and ends the run"
again 01-ring
spec 01-ring 'limits = { output_kb = 1 },'
kernel 01-ring talking <<'KERNEL'
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
  for (int i = 0; i < 50; i++) if (get_global_id(0) == 0) printf("%d times\n", i);
}
KERNEL
judged 01-ring talking
is "$(of '$r->{verdict}, $c->{detail}')" \
  "output-limit the launches printed more than 1024 bytes together, in launch 3 of 4" "what they print is limited together"
again 01-ring
spec 01-ring 'budgets = { global_reads = "2 * n * launches", max_global_reads = 2 },'
judged 01-ring accepted
is "$(of '$r->{verdict}')" accepted "a budget is for all launches together"
again 01-ring
spec 01-ring 'budgets = { global_reads = "2 * n * launches - 1" },'
judged 01-ring accepted
is "$(of '$r->{verdict}, $c->{detail}')" 'over-budget 48 global reads; the puzzle allows 47: 48 of `cells` (line 4)' "and not more"
again 01-ring
spec 01-ring 'budgets = { global_reads = "2 * n * launches", global_atomics = 0 },'
kernel 01-ring atomic <<'KERNEL'
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  next[i] = cells[(i + n - 1) % n] + cells[(i + 1) % n];
  atomic_add(&next[i], launch);
}
KERNEL
judged 01-ring atomic
is "$(of '$r->{verdict}, $c->{detail}')" 'over-budget 24 global atomics; the puzzle allows 0: 24 of `next` (line 5)' \
  "atomics are named before the reads that they are counted as, too"
again 01-ring

# The second launch is right in one order alone: an atomic says who came first.
cat > "$TMP/ordered.cl" <<'KERNEL'
__kernel void square(__global const int *a, __global int *squares, const uint n) {
  const uint i = get_global_id(0);
  if (i < n) squares[i] = a[i] * a[i];
}

__kernel void sum_groups(__global const int *squares, __global int *sums, __local int *tile, const uint n) {
  const uint i = get_global_id(0), k = get_local_id(0);
  if (k == 0) tile[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int before = atomic_add(tile, i < n ? squares[i] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (k + 1 == get_local_size(0)) sums[get_group_id(0)] = before + (i < n ? squares[i] : 0);
}
KERNEL
cp "$TMP/ordered.cl" "$TMP/course/solutions/02-sums/ordered.cl"
judged 02-sums ordered
is "$(of '$r->{verdict}, map { $_->{kind} } @f')" "runtime-error order-dependence" "all launches are made in other orders, too"

like "$(of '$f[0]{description}')" "diverge here, where tile\\[0\\] becomes .*, in launch 2 of 2: work-item" \
  "and the launch in which they part is named"
cat > "$TMP/course/solutions/02-sums/last.cl" <<'KERNEL'
__kernel void square(__global const int *a, __global int *results, const uint n) {
  const uint i = get_global_id(0);
  if (i + 1 < n) results[i] = a[i] * a[i];
  if (i < n) atomic_xchg(&results[n - 1], a[i] * a[i]);
}
KERNEL
sed -n '/sum_groups/,$p' "$TMP/course/solutions/02-sums/accepted.cl" >> "$TMP/course/solutions/02-sums/last.cl"
judged 02-sums last
like "$(of '$f[0]{description}')" "diverge here, where results\\[7\\] becomes .*, in launch 1 of 2: work-item" \
  "also where it is not the last"

# ---- traces -----------------------------------------------------------------------------------
# traced [OPTION]...: the title and the first work-item of the drawing.
traced() {
  "$WORKBENCH" trace 01-ring --file "$TMP/course/solutions/01-ring/wrong/never-written.cl" "$@" 2>&1 |
    sed -n '1p; /──▶ (0)/p' | tr -s ' '
}
is "$(traced)" "01-ring, case 1 “four launches”, launch 2 of 4: runtime-error
 cells[1] 8 cells[5] unset ──▶ (0) ──▶ next[0]=unset" "the launch of the first finding is drawn"
is "$(traced --launch 1)" "01-ring, case 1 “four launches”, launch 1 of 4: runtime-error
 cells[1] 7 cells[5] 3 ──▶ (0) ──▶ next[0]=11" "or the one that was asked for, from what the launches before it left"
is "$("$WORKBENCH" trace 01-ring --file "$TMP/course/solutions/01-ring/accepted.cl" | head -n 1)" \
  "01-ring, case 1 “four launches”, launch 1 of 4: accepted" "without a finding it is the first"
like "$("$WORKBENCH" trace 01-ring --case 2 --file "$TMP/course/solutions/01-ring/accepted.cl" | head -n 1)" \
  "^01-ring, case 2 “one launch”: accepted$" "where there is one, nothing is said of it"
like "$(traced --launch 5; "$WORKBENCH" trace 01-ring --launch 5 2>&1)" \
  'case "four launches" of 01-ring has 4 launches; there is no launch 5' "a launch that there is not is an error"
"$WORKBENCH" trace 01-ring --launch 5 > /dev/null 2>&1
is "$?" 2 "of usage"
like "$("$WORKBENCH" trace 01-ring --launch 3 --json | tr -d ' \n')" '"case":1,"launch":3,' "JSON says which it is"

# ---- for authors ------------------------------------------------------------------------------
rm -rf "$TMP/checked"
cp -r "$ROOT/tests/cli/stages" "$TMP/checked"
quick=
sample_part "with mutants" || quick=--quick
"$WORKBENCH" --course "$TMP/checked" check $quick > "$TMP/check" 2>&1
is "$?" 0 "puzzles of several launches pass their check"
like "$(cat "$TMP/check")" "^2 puzzles, no fault" "without a fault"
is "$(grep -cE 'never-varies|same-everywhere' "$TMP/check")" 0 "a scalar that each launch has its own value of varies"
[ -n "$quick" ] ||
  is "$(grep -oE '[0-9]+ of [0-9]+ mutants killed: 100 %' "$TMP/check" | wc -l)" 2 "mutants of all kernels are killed"
like "$("$WORKBENCH" data 01-ring)" "^Case 1 +four launches \\(.*\\), 4 launches$" "data tells how many launches a case has"
"$WORKBENCH" pack --course "$TMP/checked" --student "$TMP/student.tar.gz" > /dev/null 2>&1
is "$?" 0 "a student's pack is made"
mkdir "$TMP/student"
tar -xzf "$TMP/student.tar.gz" -C "$TMP/student" --strip-components=1
like "$(cat "$TMP/student/puzzles/01-ring/puzzle.lua")" \
  '\{ entry = "ring", arguments = \{ "next", "cells", "n", "launch" \}, values = \{ launch = 4, \}, global' \
  "with the launches written out"
is "$(cat "$TMP/student"/puzzles/*/puzzle.lua | grep -cE 'function|launch = 5|secret')" 0 "of visible cases alone"
for slug in 01-ring 02-sums; do
  like "$("$WORKBENCH" --course "$TMP/student" run $slug --file "$TMP/checked/solutions/$slug/accepted.cl")" \
    "^✓ accepted" "$slug is judged in it"
done

# ---- what is wrong in a spec ------------------------------------------------------------------
sed -i 's/values = { launch = i }/values = { lauch = i }/' "$TMP/course/puzzles/01-ring/puzzle.lua"
like "$("$WORKBENCH" run 01-ring --file "$TMP/course/solutions/01-ring/accepted.cl" 2>&1)" \
  "puzzles/01-ring/puzzle.lua:16: stages\[1\].values.lauch: unknown field; did you mean 'launch'\? \(case \"four launches\"\)" \
  "a mistake in what stages returns has a file, a line, a field and a case"
"$WORKBENCH" show 01-ring > /dev/null 2>&1
is "$?" 0 "and none where the function is not called"
again 01-ring

# ---- the dialogue ------------------------------------------------------------------------------
mkdir -p "$WORKBENCH_WORK"
cp "$WORKBENCH_COURSE/solutions/01-ring/accepted.cl" "$WORKBENCH_WORK/01-ring.cl"
like "$(printf 'trace 1 2\n' | "$WORKBENCH" --plain ring 2>&1)" 'launch 2 of [2-9]' "the dialogue records the launch that is named"
like "$(printf 'trace 1 99\n' | "$WORKBENCH" --plain ring 2>&1)" 'There is no trace: .*launch' "and says that there is no such one"
like "$(printf 'trace 1 0\n' | "$WORKBENCH" --plain ring 2>&1)" 'trace takes nothing' "0 is none"

# ---- on a device ------------------------------------------------------------------------------
if ! "$WORKBENCH" devices --json 2> /dev/null | grep -q '"opencl:'; then
  skip "there is no OpenCL device" "launches follow each other on a device"
elif sample_part "on OpenCL devices"; then
  for name in accepted right/branches wrong/one-way wrong/in-place wrong/never-written; do
    judged 01-ring "$name" --device opencl
    expected=wrong-answer
    case $name in accepted | right/*) expected=accepted ;; esac
    is "$(of '$r->{verdict}')" "$expected" "OpenCL: 01-ring, $name: $expected"
  done
  judged 02-sums accepted --device opencl
  is "$(of '$r->{verdict}')" accepted "OpenCL: two kernels follow each other"
  judged 02-sums wrong/second-missing --device opencl
  is "$(of '$r->{verdict}')" compile-error "OpenCL: a kernel that is not there"
fi
tap_finish
