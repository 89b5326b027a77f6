#!/usr/bin/env bash
# A verdict does not depend on the order in which work-items run: the kernels of tests/orders are
# right in one order and wrong in another, or right in all though they ask for their turn.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
cp -r "$ROOT/tests/orders" "$course"
cp -r "$ROOT/lua" "$course"
mkdir "$course/kernels"
for puzzle in "$course"/puzzles/*; do
  slug=$(basename "$puzzle")
  echo "# $slug" >"$puzzle/lesson.md"
  cp "$course/solutions/$slug/accepted.cl" "$course/kernels/$slug.cl"
done
export WORKBENCH_COURSE=$course

"$WORKBENCH" check-all --solutions --format tap >"$TMP/tap" 2>"$TMP/err"
while IFS= read -r line; do
  case $line in
  "ok "*) ok 0 "${line#*- }" ;;
  "not ok "*) ok 1 "${line#*- }" ;;
  esac
done <"$TMP/tap"
grep '^not ok' -A 12 "$TMP/tap" | grep '^ ' | head -60 | sed 's/^/# /'
is "$(grep -cE '^(not )?ok' "$TMP/tap")" "$(find "$course/solutions" -name '*.cl' | wc -l)" "every kernel was judged"
tap_finish
