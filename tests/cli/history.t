#!/usr/bin/env bash
# The versions that were judged: kept, listed, compared and brought back.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
file=$WORKBENCH_WORK/03-guards.cl
mkdir -p "$WORKBENCH_WORK"

# guards LINE: a kernel for 03-guards with this line in it.
guards() {
  cat > "$file" <<END
__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  $1
}
END
}
# members NAME: that member of all versions, on one line.
members() {
  "$WORKBENCH" history 3 --json | sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\).*/\1/p" | tr '\n' ' '
}

like "$("$WORKBENCH" history 3)" "nothing has been judged yet" "a puzzle that was not begun has no history"
"$WORKBENCH" history 3 --show 1 > "$TMP/out" 2> "$TMP/err"
is "$?" 2 "and no version to show"
like "$(cat "$TMP/err")" "no versions yet; .workbench run 03-guards. judges" "which is said, with what to do"

guards 'out[i] = a[i] + 10.0f;'
cp "$file" "$TMP/first.cl"
"$WORKBENCH" run 3 > /dev/null
guards 'if (i < n) out[i] = a[i] + 10.0f'
"$WORKBENCH" run 3 > /dev/null
guards 'if (i < n) out[i] = a[i] + 10.0f;'
"$WORKBENCH" run 3 > /dev/null
"$WORKBENCH" run 3 > /dev/null
"$WORKBENCH" run 3 --case 2 > /dev/null
"$WORKBENCH" run 3 --file "$TMP/first.cl" > /dev/null
is "$(members verdict)" "runtime-error compile-error accepted accepted " \
  "every version of the learner's own file is kept, a compile error too"
is "$(members runs)" "1 1 2 1 " "the same again is counted"
is "$(members note)" "   case 2 " "what was special is noted"
is "$(members lines_added)" "0 1 1 0 " "and the lines that changed"
list=$("$WORKBENCH" history guards)
like "$list" "^ +1  20[0-9-]+ [0-9:]+  ✗ runtime error +[0-9]+ %" "the list has number, time, verdict and score"
like "$list" "^ +3 .* ✓ accepted +100 % +\+1 -1 +2 runs" "lines and runs"
is "$("$WORKBENCH" list --json | grep -A9 '"puzzle": "03-guards"' | sed -n 's/.*"attempts": \([0-9]*\).*/\1/p')" 4 \
  "progress counts each of them, but for the special one"

"$WORKBENCH" history 3 --show 1 | cmp -s - "$TMP/first.cl"
ok $? "a version comes out byte for byte"
like "$("$WORKBENCH" history 3 --diff 1)" "^\+ +3 +if \(i < n\) out" "what changed since a version is shown"
like "$("$WORKBENCH" history 3 --diff 1..2)" "^\+ version 2" "and between two"
like "$(COLUMNS=100 "$WORKBENCH" history 3 --diff 1..3 -s)" "10.0f; +\| +3 +if" "side by side, too"
like "$("$WORKBENCH" history 3 --diff 3)" "No line differs between version 3 and your kernel" \
  "or that nothing differs"
for wrong in x 1..x 1.. 0x1; do
  "$WORKBENCH" history 3 --diff "$wrong" > /dev/null 2>&1
  is "$?" 2 "--diff $wrong is refused"
done
"$WORKBENCH" history 3 --diff 1 --json > /dev/null 2>&1
is "$?" 2 "two things at once are refused"
"$WORKBENCH" history 3 --restore 9 --yes 2> "$TMP/err"
is "$?" 2 "a version that is not there is refused"
like "$(cat "$TMP/err")" "it has 1 to 4" "those that are there are named"

cp "$file" "$TMP/last.cl"
"$WORKBENCH" history 3 --restore 1 < /dev/null > /dev/null 2> "$TMP/err"
is "$?" 2 "without a terminal nothing is replaced"
cmp -s "$file" "$TMP/last.cl"
ok $? "the file is as it was"
"$WORKBENCH" history 3 --restore 1 --yes > "$TMP/out"
is "$?" 0 "with --yes it is"
cmp -s "$file" "$TMP/first.cl"
ok $? "the version is back"
cmp -s "$file.~1~" "$TMP/last.cl"
ok $? "and what was there is kept beside it"
like "$(cat "$TMP/out")" "03-guards.cl.~1~" "which is said"
rm -f "$file"
"$WORKBENCH" history 3 --restore 3 > /dev/null < /dev/null
is "$?" 0 "where there is no file, nobody is asked"
cmp -s "$file" "$TMP/last.cl"
ok $? "and the version is there"

like "$("$WORKBENCH" diff 3)" "^- +11 +// Your code here" "diff shows what was changed in the starter"
like "$("$WORKBENCH" diff 3 --solution)" "^\+ our solution" "and in a solved puzzle, our solution"
"$WORKBENCH" diff 4 2> "$TMP/err"
is "$?" 2 "a puzzle that was not begun has nothing to compare"
cp "$COURSE/kernels/04-map-2d.cl" "$WORKBENCH_WORK/"
"$WORKBENCH" diff 4 --solution > "$TMP/out" 2> "$TMP/err"
is "$?" 1 "an unsolved puzzle's solution is not shown"
is "$(cat "$TMP/out")" "" "not a line of it"
like "$("$WORKBENCH" diff 4)" "No line differs between the starter and your kernel" \
  "a starter is the starter"

tap_finish
