#!/usr/bin/env bash
# A verdict does not depend on the order in which work-items run: the kernels of tests/orders are
# right in one order and wrong in another, or right in all though they ask for their turn.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
cp -r "$ROOT/tests/orders" "$course"
cp -r "$COURSE/lua" "$course"
mkdir "$course/kernels"
for puzzle in "$course"/puzzles/*; do
  slug=$(basename "$puzzle")
  echo "# $slug" >"$puzzle/lesson.md"
  ls "$course/solutions/$slug/right" >"$puzzle/explained.md" 2>/dev/null
  perl -0pe 's/(__kernel[^{]*\{).*/$1\n}/s' "$course/solutions/$slug/accepted.cl" >"$course/kernels/$slug.cl"
done
export WORKBENCH_COURSE=$course

"$WORKBENCH" check --quick --format tap >"$TMP/all" 2>"$TMP/err"
grep -E '^(not )?ok [0-9]+ - [^ ]+ (right-accepted|wrong-verdict|starter-unsolved) ' -A 12 "$TMP/all" |
  grep -E ' (right-accepted|wrong-verdict|starter-unsolved) |^ ' >"$TMP/tap"
while IFS= read -r line; do
  case $line in
  "ok "*) ok 0 "${line#*- }" ;;
  "not ok "*) ok 1 "${line#*- }" ;;
  esac
done <"$TMP/tap"
grep '^not ok' -A 12 "$TMP/tap" | grep '^ ' | head -60 | sed 's/^/# /'
is "$(grep -cE '^(not )?ok' "$TMP/tap")" "$(find "$course/solutions" "$course/kernels" -name '*.cl' | wc -l)" "every kernel was judged"

# Where the order is the kernel's own.
"$WORKBENCH" show 4 | tr -s "\n " " " >"$TMP/show"
like "$(cat "$TMP/show")" 'output int out\[n\], the first count\[0\] in any order, the rest ignored' "show says what is free"
"$WORKBENCH" run 4 --file "$course/solutions/04-any-order/wrong/doubles.cl" --json >"$TMP/json"
like "$(cat "$TMP/json")" '"array": "out",' "what is wrong is told in a visible case"
hidden=$(sed -n '/"name": "hidden 3"/,/"text"/p' "$TMP/json")
like "$hidden" '"mismatches": 0' "of a hidden case nobody learns how many elements are missing"
unlike "$hidden" '"(expected|got)": ' "nor which"
"$WORKBENCH" run 4 --file "$course/solutions/04-any-order/right/backwards.cl" >"$TMP/out"
like "$(cat "$TMP/out")" 'clean under every check' "another order is clean"
tap_finish
