#!/usr/bin/env bash
# What check says besides the places of faults: packs, references that never end, kernels of host
# puzzles that do not compile, parameters in another order.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
author_course "$TMP/course"
cd "$TMP/course" || exit 1
check() { "$WORKBENCH" check --quick "$@" >"$TMP/out" 2>&1; }

# ---- a student's pack ---------------------------------------------------------------------------
"$WORKBENCH" pack --student "$TMP/pack.tar.gz" 2>&1 | sed 's/^/# /'
mkdir "$TMP/pack"
tar -C "$TMP/pack" --strip-components=1 -xzf "$TMP/pack.tar.gz"
check --course "$TMP/pack"
is "$?" 3 "a student's pack is not checked"
like "$(cat "$TMP/out")" "this is a student's pack: .*Check the course that it was made of" "and is told as what it is"
unlike "$(cat "$TMP/out")" 'nil value' "not as a mistake in its specs"

# ---- a reference that never ends -----------------------------------------------------------------
cp puzzles/01-map/puzzle.lua "$TMP/spec"
sed -i 's/reference = function(case)/& while true do end/' puzzles/01-map/puzzle.lua
check -j 1
is "$?" 1 "a reference that never ends is a fault"
is "$(grep -c 'still running after' "$TMP/out")" 1 "which is told once"
like "$(cat "$TMP/out")" 'puzzle.lua:[0-9]+: .*still running after .*\[spec-cases\]' "with its line"
# Each kernel that is judged comes to it anew, five seconds later; none behind the first is compiled.
mkdir -m 700 "$TMP/kernels"
WORKBENCH_KERNEL_CACHE=$TMP/kernels check -j 1
ok "$([ "$(ls "$TMP/kernels" | wc -l)" -le 1 ]; echo $?)" "and is not waited for with each kernel"
cp "$TMP/spec" puzzles/01-map/puzzle.lua

# ---- parameters ---------------------------------------------------------------------------------
cp kernels/01-map.cl "$TMP/starter"
printf '__kernel void map(__global float *out, float a) {\n}\n' >kernels/01-map.cl
check
like "$(cat "$TMP/out")" 'kernels/01-map.cl:1: the starter: .*parameter 2 must be .*but the kernel has .*\[starter-parameters\]' \
  "a starter whose parameters stand in another order is told which differs"
cp "$TMP/starter" kernels/01-map.cl

# ---- which case -----------------------------------------------------------------------------------
sed -i 's/+ 10/+ 11/' solutions/01-map/accepted.cl
check
like "$(cat "$TMP/out")" 'accepted.cl: wrong-answer: .*, in case 1, "[^"]*" \[right-accepted\]' "a solution that is wrong has the case in which it is"

# ---- a kernel of a host puzzle ------------------------------------------------------------------
if [ -x "$BUILD/workbench-host" ]; then
  rm -rf "$TMP/course"/{puzzles/01-map,kernels/01-map.cl,solutions/01-map}
  "$WORKBENCH" new twice --kind host >/dev/null
  sed -i 's/size_t i/size_t i i/' puzzles/01-twice/double.cl
  check
  like "$(cat "$TMP/out")" 'accepted.lua:[0-9]+: compile-error: .* does not compile: \[right-accepted\]' "a kernel of a host puzzle that does not compile is told in a line"
  like "$(cat "$TMP/out")" '^        double.cl:[0-9]+:[0-9]+: error:' "and the compiler's words stand below it"
  unlike "$(cat "$TMP/out")" '␊' "as lines"
fi
tap_finish
