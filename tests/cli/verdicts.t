#!/usr/bin/env bash
# Every verdict and exit code from the command line, as text and as JSON.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

# A course of its own, with limits that are soon reached.
course=$TMP/course
mkdir -p "$course/puzzles/01-copy" "$course/puzzles/02-broken" "$course/kernels"
cp -r "$COURSE/lua" "$course"
cat >"$course/puzzles/01-copy/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Copy", concept = "Copy.", entry = "copy",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" } },
  },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 }, visible = false },
    { name = "many", sizes = { n = 1024 }, global = { 1024 }, ["local"] = { 512 }, visible = false },
  },
  reference = function(case) return { out = case.a } end,
  budgets = { max_global_reads = 1 },
  limits = { time_ms = 2000, memory_mb = 128, output_kb = 1, steps = 100000 },
}
LUA
sed 's/title/titel/' "$course/puzzles/01-copy/puzzle.lua" >"$course/puzzles/02-broken/puzzle.lua"
echo '// copy' >"$course/kernels/01-copy.cl"
export WORKBENCH_COURSE=$course

# kernel NAME: its body from standard input.
kernel() {
  {
    printf '__kernel void copy(__global float *out, __global const float *a) {\n'
    printf '  size_t i = get_global_id(0);\n'
    cat
    printf '}\n'
  } >"$TMP/$1.cl"
}
kernel accepted <<<'out[i] = a[i];'
kernel over-budget <<<'volatile __global const float *v = a; out[i] = (v[i] + v[i]) * 0.5f;'
kernel wrong-answer <<<'out[i] = a[i] + 1.0f;'
kernel runtime-error <<<'__local float t[1]; t[0] = a[i]; out[i] = a[i];'
kernel output-limit <<<'for (int k = 0; k < 99; k++) printf("a line that is long enough\n"); out[i] = a[i];'
kernel memory-limit <<<'volatile float t[100000]; t[i] = a[i]; barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[i];'
kernel time-limit <<<'volatile int x = 0; while (x == 0) x = 0; out[i] = a[i];'
kernel compile-error <<<'out[i] = b[i];'

# The keys that the issue promises, on one object and nothing else.
cat >"$TMP/check.pl" <<'PERL'
use JSON::PP;
local $/;
my $run = decode_json(<STDIN>);
sub has { my ($o, @keys) = @_; for (@keys) { die "no $_\n" unless exists $o->{$_} } }
has($run, qw(puzzle file device verdict score cases compile elapsed_ms));
has($run->{compile}, 'log');
die "elapsed\n" unless $run->{elapsed_ms} >= 0;
for my $case (@{$run->{cases}}) {
  has($case, qw(name visible verdict first_mismatch mismatches findings counters time_ns));
  has($case->{first_mismatch}, qw(index expected got)) if $case->{first_mismatch};
  die "a hidden value\n" if !$case->{visible} && ($case->{first_mismatch} || @{$case->{previews}} || $case->{text} ne '');
  for my $f (@{$case->{findings}}) {
    has($f, qw(kind severity message file line column array index work_item work_group count other));
    die "ids\n" if @{$f->{work_item}} != 3 || @{$f->{work_group}} != 3;
    next unless $f->{other};
    has($f->{other}, qw(line column access work_item work_group));
    die "other ids\n" if @{$f->{other}{work_item}} != 3 || @{$f->{other}{work_group}} != 3;
  }
}
print "$run->{puzzle} $run->{verdict} ", $run->{cause} // '-', " ", $run->{score} == 1 ? 1 : 0;
PERL
object() { perl "$TMP/check.pl" <"$TMP/out" 2>&1; }
run() { "$WORKBENCH" run "$@" >"$TMP/out" 2>"$TMP/err"; }

for verdict in accepted over-budget wrong-answer runtime-error output-limit memory-limit \
  time-limit compile-error; do
  code=1 score=0
  [ $verdict = accepted ] && code=0 score=1
  run copy --file "$TMP/$verdict.cl"
  is "$?" $code "$verdict exits with $code"
  like "$(head -n 1 "$TMP/out")" "^(. )?$verdict  01-copy" "$verdict is the first word"
  like "$(cat "$TMP/out")" "judged .*$verdict.cl on" "$verdict: the judged file is named"
  run copy --file "$TMP/$verdict.cl" --json
  is "$?" $code "$verdict has the same exit code with --json"
  is "$(object)" "01-copy $verdict - $score" "$verdict: the object has all keys"
  is "$(cat "$TMP/err")" "" "$verdict: nothing on stderr"
done
# The judge by itself: nobody ends it once it has said its result.
"$BUILD/workbench-judge" run --course "$course" --puzzle 01-copy --file "$TMP/accepted.cl" --device emulator \
  3>"$TMP/events" >"$TMP/err" 2>&1
is "$? $(cat "$TMP/err")" "0 " "a judge ends well behind its walls"
like "$(tail -n 2 "$TMP/events")" 'accepted' "and has said its result"
run copy --file "$TMP/runtime-error.cl"
like "$(cat "$TMP/out")" 'write by work-item' "a race shows who wrote"
kernel divergent <<<'if (i < 2) barrier(CLK_LOCAL_MEM_FENCE); out[i] = a[i];'
run copy --file "$TMP/divergent.cl"
like "$(tr -s ' \n' ' ' <"$TMP/out")" '; the other is work-item 2 of group' \
  "a divergent barrier says who did not come"
kernel unset <<<'float x; out[i] = x + a[i];'
run copy --file "$TMP/unset.cl"
unlike "$(cat "$TMP/out")" 'never written' "what was stored is not called unwritten"
kernel undefined <<<'__local float t[512]; size_t l = get_local_id(0); if (l != 2) t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE); out[i] = l == 2 ? t[l] - 1 : t[l];'
run copy --file "$TMP/undefined.cl"
like "$(cat "$TMP/out")" 'out\[2\] is not set, expected [-0-9]' "what is made of values that were never set is not told as a number"
like "$(cat "$TMP/out")" '^    got  .* unset ' "nor in the table"
like "$("$WORKBENCH" run copy --file "$TMP/undefined.cl" --json)" '"got": "\(not set\)"' "nor in JSON"
mkdir -p "$WORKBENCH_WORK"
cp "$TMP/undefined.cl" "$WORKBENCH_WORK/01-copy.cl"
like "$(printf 'open 1\nrun\nresult\n' | "$WORKBENCH" --plain 2>&1)" \
  'out.2.: expected [-0-9.]+, it is not set\.' "nor in the dialogue"
kernel set-later <<<'__local float t[512]; size_t l = get_local_id(0); if (l != 2) t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE); out[i] = l == 2 ? t[l] - 1 : t[l]; out[i] = 1000;'
run copy --file "$TMP/set-later.cl"
like "$(cat "$TMP/out")" 'out\[0\] is 1000, expected' "what was set since is a number"
unlike "$(cat "$TMP/out")" 'unset' "wherever it is"
run copy --file "$TMP/time-limit.cl"
like "$(cat "$TMP/out")" 'loop of line 3' "a time limit names the loop"
like "$(cat "$TMP/out")" 'case 2 \(hidden\): not run' "a case after a limit is not run"

# fails CODE CAUSE PUZZLE SENTENCE ARGUMENT…: a judge-error, told on stderr,
# with an object where one was asked for.
fails() {
  local code=$1 cause=$2 puzzle=$3 sentence=$4
  shift 4
  run "$@"
  is "$?" "$code" "$sentence exits with $code"
  is "$(cat "$TMP/out")" "" "$sentence writes nothing on stdout"
  [ -s "$TMP/err" ]
  ok $? "$sentence is told on stderr"
  run "$@" --json
  is "$?" "$code" "$sentence exits with $code with --json"
  is "$(object)" "$puzzle judge-error $cause 0" "$sentence is an object"
}
good=$TMP/accepted.cl
fails 2 not-found nosuch "an unknown puzzle" nosuch --file "$good"
fails 2 usage 01-copy "an unknown file" copy --file "$TMP/none.cl"
fails 2 usage 01-copy "an unknown case" copy --file "$good" --case 9
fails 3 spec-error 02-broken "a broken spec" 02-broken --file "$good"
fails 4 missing 01-copy "an unknown device" copy --file "$good" --device gpu9000
mkdir "$TMP/libexec"
ln -s "$BUILD/workbench-judge" "$TMP/libexec"
printf '#!/bin/sh\nexit 1\n' >"$TMP/libexec/workbench-emulator"
chmod +x "$TMP/libexec/workbench-emulator"
export WORKBENCH_LIBEXEC=$TMP/libexec
fails 5 crash 01-copy "a device that dies" copy --file "$good"
unset WORKBENCH_LIBEXEC
"$WORKBENCH" run --nosuch >/dev/null 2>&1
is "$?" 2 "an unknown option exits with 2"

kernel endless <<<'volatile int x = 0; while (x == 0) x = 0;'
sed -i 's/steps = 100000/steps = 1e12/; s/time_ms = 2000/time_ms = 60000/' "$course/puzzles/01-copy/puzzle.lua"
perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" run copy --file "$TMP/endless.cl" --json \
  >"$TMP/out" 2>"$TMP/err" &
child=$!
# Until it minds Ctrl-C: it has other children before, which read the course, and would just end.
minds_interrupts() { find "/proc/$child/fd" -lname '*signalfd*' | grep -q .; }
wait_until minds_interrupts
kill -INT $child
wait $child
is "$?" 130 "an interrupted run exits with 130"
is "$(object)" "01-copy judge-error cancelled 0" "an interrupted run is an object"
tap_finish
