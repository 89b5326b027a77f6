#!/usr/bin/env bash
# The cache of compiled kernels: when it is used, when not, and that nobody can
# tell from the results.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # a cache of its own
[ -x "$BUILD/workbench-compiler" ] || skip_all "the emulator was not built"
CACHE=$XDG_CACHE_HOME/gpu-workbench

# A compiler that notes each time it is started.
mkdir -p "$TMP/libexec" "$TMP/include"
for program in judge emulator; do ln -s "$BUILD/workbench-$program" "$TMP/libexec/"; done
cat >"$TMP/libexec/workbench-compiler" <<END
#!/bin/sh
echo >>"$TMP/starts"
exec "$BUILD/workbench-compiler" "\$@"
END
chmod +x "$TMP/libexec/workbench-compiler"
export WORKBENCH_LIBEXEC=$TMP/libexec
# It is a script, and writes: what walls refuse. The last test here has them.
export WORKBENCH_WALLS=none

# how_often COMMAND...: how many compilers it started; what it printed is in $TMP/out.
how_often() {
  : >"$TMP/starts"
  "$@" >"$TMP/out" 2>&1
  wc -l <"$TMP/starts"
}
# without_times FILE: a JSON result as it must be every time.
without_times() { sed -E 's/("(elapsed_ms|time_ns|time_ms|kernel_ms|compile_ms)": )[0-9.e+-]+/\1T/' "$1"; }

cat >"$TMP/include/more.h" <<'END'
#define ADDED 10
END
cat >"$TMP/k.cl" <<'END'
#include "more.h"
#ifndef EXTRA
#define EXTRA 0
#endif
kernel void k(global const float *a, global float *out) {
  int unused;
  size_t i = get_global_id(0);
  out[i] = a[i] + ADDED + EXTRA;
}
END
# shellcheck disable=SC2120 # how_often passes the arguments
emulate() {
  "$WORKBENCH" emulate "$TMP/k.cl" -I "$TMP/include" -g 8 -a 'float[8]=range' -a 'float[8]' --json "$@"
}

sleep 0.1 # what was written just now is not relied on
is "$(how_often emulate)" 1 "a kernel is compiled the first time"
without_times "$TMP/out" >"$TMP/first"
like "$(cat "$TMP/first")" 'unused' "with a warning"
is "$(how_often emulate)" 0 "and not the second time"
is "$(without_times "$TMP/out")" "$(cat "$TMP/first")" "which says the same, warning and all"
is "$(how_often emulate --schedule reverse -g 4)" 0 "another launch needs no other code"
is "$(how_often emulate -D EXTRA=1)" 1 "another macro does"
is "$(how_often emulate --build -cl-std=CL3.0)" 1 "another option does"
is "$(how_often emulate)" 0 "and the first is still kept"

sed -i 's/10/20/' "$TMP/include/more.h"
touch -d '+1 hour' "$TMP/include/more.h"
is "$(how_often emulate)" 1 "a changed header counts"
is "$(how_often emulate)" 1 "one that may have changed while it was compiled is not relied on"
touch "$TMP/include/more.h"
sleep 0.1
is "$(how_often emulate)$(how_often emulate)" 10 "afterwards it is"
sed -i 's/i\] = a/i] = 2 * a/' "$TMP/k.cl"
is "$(how_often emulate)" 1 "a changed kernel is compiled"
touch "$TMP/libexec/workbench-compiler"
is "$(how_often emulate)" 1 "by another compiler everything is"

echo 'kernel void k(global int *out) { out[0] = missing; }' >"$TMP/broken.cl"
is "$(how_often "$WORKBENCH" emulate "$TMP/broken.cl" -g 1 -a 'int[1]')" 1 "an error is found"
cp "$TMP/out" "$TMP/first"
is "$(how_often "$WORKBENCH" emulate "$TMP/broken.cl" -g 1 -a 'int[1]')" 0 "and kept"
is "$(cat "$TMP/out")" "$(cat "$TMP/first")" "word for word"
like "$(cat "$TMP/out")" "use of undeclared identifier" "that is, the compiler's"

# ---- findings, counters and constants survive ------------------------------------------
differ=
for kernel in "$COURSE"/solutions/0[156]-*/accepted.cl "$COURSE"/solutions/0[156]-*/wrong/*.cl; do
  puzzle=$(basename "$(dirname "${kernel%/wrong/*}")")
  [ "$puzzle" != solutions ] || puzzle=$(basename "${kernel%/wrong/*}")
  for time in first second; do
    "$WORKBENCH" run "$puzzle" --file "$kernel" --json >"$TMP/out" 2>&1
    without_times "$TMP/out" >"$TMP/$time"
  done
  cmp -s "$TMP/first" "$TMP/second" || differ="$differ $kernel"
  WORKBENCH_CACHE=off "$WORKBENCH" run "$puzzle" --file "$kernel" --json >"$TMP/out" 2>&1
  [ "$(without_times "$TMP/out")" = "$(cat "$TMP/first")" ] || differ="$differ $kernel(off)"
done
is "$differ" "" "every verdict of three puzzles is the same from the cache"

# ---- damage ------------------------------------------------------------------------------
# As if its writer had been killed a moment ago, which a judge may do to an emulator.
: >"$CACHE/77-$(printf '%064d' 0).kept"
"$WORKBENCH" cache --clear >/dev/null
emulate >"$TMP/out" 2>&1
without_times "$TMP/out" >"$TMP/first"
is "$(ls "$CACHE" | wc -l)" 1 "the emptied cache has the one kernel again"
kept=$(echo "$CACHE"/*.kept)
size=$(stat -c %s "$kept")
cp "$kept" "$TMP/whole"
# damage FILE PLACE: the byte there becomes another one, whatever it was.
damage() {
  local byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  printf '%b' "\\0$(printf %o $((255 - byte)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
bad=
for place in 0 9 41 45 200 $((size / 2)) $((size - 1)); do
  cp "$TMP/whole" "$kept"
  damage "$kept" "$place"
  [ "$(how_often emulate)" = 1 ] && [ "$(without_times "$TMP/out")" = "$(cat "$TMP/first")" ] || bad="$bad $place"
  [ "$(how_often emulate)" = 0 ] || bad="$bad $place(not mended)"
  truncate -s "$place" "$kept"
  [ "$(how_often emulate)" = 1 ] || bad="$bad $place(cut)"
done
is "$bad" "" "what is damaged or cut off is compiled anew and replaced"

# ---- places ------------------------------------------------------------------------------
export WORKBENCH_CACHE=off
is "$(how_often emulate)$(how_often emulate)" 11 "switched off, nothing is taken"
like "$("$WORKBENCH" cache)" 'is off' "and the command says so"
like "$("$WORKBENCH" doctor)" 'off +compiled kernels' "and doctor, too"
export WORKBENCH_CACHE=$TMP/elsewhere
is "$(how_often emulate)$(how_often emulate)" 10 "another folder can be chosen"
like "$("$WORKBENCH" cache)" 'elsewhere' "the command shows it"
like "$("$WORKBENCH" cache)" '^1 compiled kernel, ' "and how many there are"
like "$("$WORKBENCH" doctor)" 'compiled kernels +.*elsewhere' "and doctor, too"
chmod 777 "$TMP/elsewhere"
is "$(how_often emulate)" 1 "nothing is taken from a folder that others may write"
chmod 755 "$TMP/elsewhere"
is "$(how_often emulate)" 0 "from one that they may read it is"
: >"$TMP/file"
WORKBENCH_CACHE=$TMP/file emulate >"$TMP/out" 2>&1
is "$?" 0 "a place that cannot be is no error"
WORKBENCH_CACHE=/proc/nowhere/at/all emulate >"$TMP/out" 2>&1
is "$?" 0 "nor one that cannot be written"
if mount -t tmpfs -o size=16k none "$TMP/include" 2>/dev/null; then
  printf '#define ADDED 20\n' >"$TMP/include/more.h"
  mkdir "$TMP/include/cache"
  WORKBENCH_CACHE=$TMP/include/cache emulate >"$TMP/out" 2>&1
  is "$?" 0 "nor a full one"
  is "$(ls -A "$TMP/include/cache")" "" "where nothing is left half-written"
  umount "$TMP/include"
else
  skip "needs to mount" "nor a full one"
fi
unset WORKBENCH_CACHE

"$WORKBENCH" check-all >/dev/null 2>&1
"$WORKBENCH" cache --clear >/dev/null
"$WORKBENCH" check-all >/dev/null 2>&1
is "$(ls "$CACHE" | wc -l)" 0 "check-all keeps nothing"

# ---- at once -----------------------------------------------------------------------------
for i in 1 2 3 4; do
  (emulate >"$TMP/out.$i" 2>&1; without_times "$TMP/out.$i" >"$TMP/done.$i") &
done
wait
is "$(cat "$TMP"/done.? | sort -u)" "$(sort -u "$TMP/first")" "several at once get the same"
is "$(how_often emulate)" 0 "and leave a kernel that is whole"
is "$(ls "$CACHE" | wc -l)" 1 "and nothing else"
# What stands before the walls is part of what a text comes to.
cat >"$TMP/refused.cl" <<'END'
#pragma GCC poison nothing
kernel void k(global float *out) { out[0] = 1; }
END
"$WORKBENCH" emulate "$TMP/refused.cl" -g 1 -a 'float[1]' >/dev/null 2>&1
is "$?" 1 "a text that is refused"
WORKBENCH_TEST_NO_TEXT_CHECK=1 "$WORKBENCH" emulate "$TMP/refused.cl" -g 1 -a 'float[1]' >/dev/null 2>&1
is "$?" 0 "is not remembered as such where nobody looks at it"
"$WORKBENCH" emulate "$TMP/refused.cl" -g 1 -a 'float[1]' >/dev/null 2>&1
is "$?" 1 "and is refused again where somebody does"
cat >"$TMP/refused.cl" <<'END'
#define PASTE(a, b) a##b
kernel void k(global float *out) { PASTE(__as, m__)(""); out[0] = 1; }
END
refusal() { "$WORKBENCH" emulate "$TMP/refused.cl" -g 1 -a 'float[1]' 2>&1 | grep -o 'assembly and names\|inline assembly is not'; }
is "$(refusal)" "assembly and names" "a word that clang refuses"
is "$(WORKBENCH_TEST_NO_TEXT_CHECK=1 refusal)" "inline assembly is not" "is not kept for a run without refused words"
# Within walls the worker writes in the cache's folder, which it makes.
unset WORKBENCH_WALLS
export WORKBENCH_LIBEXEC=$BUILD XDG_CACHE_HOME=$TMP/walled/cache
first=$("$WORKBENCH" run 01-map --file "$COURSE/solutions/01-map/accepted.cl" --json | without_times /dev/stdin)
is "$(find "$TMP/walled" -name '*.kept' | wc -l)" 1 "a kernel is kept within walls, too"
second=$("$WORKBENCH" run 01-map --file "$COURSE/solutions/01-map/accepted.cl" --json | without_times /dev/stdin)
is "$second" "$first" "and its results are the same from there"
tap_finish
