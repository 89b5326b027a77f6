#!/usr/bin/env bash
# Kernels and files that try to be accepted without being right, to read what
# they should not, or to write what looks like a result. Each kernel in
# kernels/ names the verdict that it must get.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # what attacks leave stays theirs
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
small_course "$course"
add_solutions "$course" accepted
mkdir "$course/puzzles/chapters"
cp "$COURSE/puzzles/chapters/first-steps.md" "$course/puzzles/chapters"
cp "$ROOT"/tests/cheats/kernels/* "$course/solutions/01-map/wrong"
export WORKBENCH_COURSE=$course
mkdir -p "$WORKBENCH_WORK"
work=$WORKBENCH_WORK/01-map.cl
right=$course/solutions/01-map/accepted.cl
cheat() { "$WORKBENCH" run map --file "$ROOT/tests/cheats/kernels/$1.cl" "${@:2}" 2>&1; }

"$WORKBENCH" check --quick --format tap >"$TMP/out" 2>&1
is "$?" 0 "every cheat gets the verdict that it names"
grep '^not ok' -A8 "$TMP/out" | sed 's/^/# /'
for name in "$ROOT"/tests/cheats/kernels/*.cl; do
  name=$(basename "$name")
  like "$(cat "$TMP/out")" "^ok [0-9]+ - 01-map wrong-verdict wrong/$name$" "$name"
done

# ---- what a kernel prints is text and stays it --------------------------------
raw=$'[\x01-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]'
clean() { # FILE SENTENCE
  ! LC_ALL=C grep -Eq -- "$raw" "$1"
  ok $? "$2"
}
cheat prints-a-verdict >"$TMP/text"
clean "$TMP/text" "the report has no control characters of the kernel's"
like "$(cat "$TMP/text")" '^  ok 1 - 01-map' "what it printed stands behind an indent"
is "$(grep -Ec '^(ok|not ok|1\.\.|[{])' "$TMP/text")" 0 "no line begins as TAP or JSON does"
cheat prints-a-verdict --json >"$TMP/json"
clean "$TMP/json" "neither has the object"
is "$(perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{verdict}' <"$TMP/json" 2>&1)" \
  wrong-answer "the object is one object, with the right verdict"
cp "$ROOT/tests/cheats/kernels/prints-a-verdict.cl" "$work"
"$WORKBENCH" check-all --format tap >"$TMP/tap"
clean "$TMP/tap" "nor has the TAP"
is "$(grep -c '^ok' "$TMP/tap")" 0 "and nothing in it is ok"
cat >"$TMP/script" <<END
:puzzle 1
r
:wait-result
4 +
:save-display $TMP/screen
END
"$WORKBENCH" ui --script "$TMP/script" >/dev/null 2>&1
clean "$TMP/screen" "nor has the screen"
like "$(cat "$TMP/screen")" 'wrong answer' "the screen's verdict is the judge's"
like "$(cheat crashes-the-compiler)" '#pragma clang __debug is not OpenCL C' \
  "what only crashes the compiler never comes to it"
crash=$(WORKBENCH_TEST_NO_TEXT_CHECK=1 cheat crashes-the-compiler)
like "$crash" 'error: the compiler crashed on this text; write it in another way' "where it does, it is the text's fault"
unlike "$crash" 'PLEASE|Stack dump|disable-llvm' "and nothing is said of how clang was called"
like "$(cheat prints-a-pointer)" '\(null\)' "printf follows no pointer that it made itself"

# ---- text in the source --------------------------------------------------------
printf '#error \033]0;owned\007 \302\233 \377 \033[2J\n' >"$TMP/escapes.cl"
printf '__kernel void map(__global float *out, __global const float *a) { \033[2J }\n' >"$TMP/code.cl"
printf '#line 1 "\\033[2J"\n__kernel void map(__global float *out, __global const float *a) { x; }\n' \
  >"$TMP/line.cl"
for name in escapes code line; do
  cp "$TMP/$name.cl" "$work"
  "$WORKBENCH" run map >"$TMP/out" 2>&1
  is "$?" 1 "$name: a compile-error"
  "$WORKBENCH" run map --json >>"$TMP/out" 2>&1
  "$WORKBENCH" check-all --format tap >>"$TMP/out" 2>&1
  "$WORKBENCH" ui --script "$TMP/script" >>"$TMP/out" 2>&1
  cat "$TMP/screen" >>"$TMP/out"
  clean "$TMP/out" "$name: nothing reaches the terminal raw"
done
printf '#line 1 "%s"\n' "$right" >"$TMP/quote.cl"
cat "$ROOT/tests/cheats/kernels/near-the-buffers.cl" >>"$TMP/quote.cl"
unlike "$("$WORKBENCH" run map --file "$TMP/quote.cl" 2>&1)" 'get_global_id\(0\)\] \+ 10' \
  "#line makes the report quote no other file"

printf '#line 5 "solution.cl"\n' >"$TMP/forged.cl"
printf '__kernel void map(__global float *out, __global const float *a) { out[-1] = a[0]; }\n' \
  >>"$TMP/forged.cl"
forged=$("$WORKBENCH" run map --file "$TMP/forged.cl" 2>&1)
like "$forged" '#line may give a number, but no file' \
  "#line gives findings no other file's name"
printf '#if __has_include("/etc/passwd")\n#error it is there\n#endif\n' >"$TMP/has.cl"
cat "$right" >>"$TMP/has.cl"
unlike "$("$WORKBENCH" run map --file "$TMP/has.cl" 2>&1)" 'it is there' \
  "__has_include says nothing about files"

# ---- files -----------------------------------------------------------------------
# verdict PATTERN SENTENCE: of the work file, by run and by check-all.
verdict() {
  timeout 300 "$WORKBENCH" run map >"$TMP/out" 2>&1
  local code=$?
  [ $code -ge 1 ] && [ $code -le 4 ]
  ok $? "$2 is not accepted (exit code $code)"
  like "$(timeout 300 "$WORKBENCH" check-all 2>&1)" "✗ 01-map .*$1" "$2: check-all says so"
  rm -rf "$work"
}
rm "$work"
ln -s "$right" "$work"
verdict 'security-violation' "a link to the solution"
ln -s /etc/passwd "$work"
timeout 300 "$WORKBENCH" run map >"$TMP/out" 2>&1
unlike "$(cat "$TMP/out")" 'root:' "a link to a file of the machine quotes none of it"
verdict 'security-violation' "a link to a file of the machine"
cp "$right" "$WORKBENCH_WORK/mine.cl"
ln -s mine.cl "$work"
"$WORKBENCH" run map >/dev/null 2>&1
is "$?" 0 "a link within the folder is judged"
rm "$work"
ln -s nowhere "$work"
verdict 'is a link to a file that is not there' "a link to nothing"
mkfifo "$work"
verdict 'is a FIFO' "a pipe"
mkdir "$work"
verdict 'is a folder' "a folder"
: >"$work"
verdict 'the file is empty' "an empty file"
head -c 10000000 /dev/zero | tr '\0' ' ' >"$work"
verdict '10000000 bytes' "a file of 10 MB"
{ cat "$right"; printf '\0'; } >"$work"
verdict 'NUL byte' "a file with a NUL byte"
printf '\377\376junk' >"$work"
verdict 'compile-error' "a file that is not UTF-8"

tap_finish
