#!/usr/bin/env bash
# The course, checked quickly on the emulator: specs and texts, every solution accepted, every
# wrong kernel rejected for the reason that it names. One line of the test for each item that
# `workbench check` reports. A sample has one puzzle in eight, and those that have changed.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "workbench-emulator is not built"
export WORKBENCH_COURSE=$ROOT

puzzles=()
sample_puzzles puzzles 8 "puzzles of the course"
kernels=$(for slug in "${puzzles[@]}"; do
  (cd "$ROOT" && ls "kernels/$slug".{cl,lua} "solutions/$slug"/accepted.{cl,lua} "solutions/$slug"/{right,wrong}/*.{cl,lua})
done 2>/dev/null | wc -l)
"$WORKBENCH" check --quick --format tap --device emulator "${puzzles[@]}" >"$TMP/tap" 2>"$TMP/errors"
judged=$(grep -cE '^(not )?ok [0-9]+ - [^ ]+ (right-accepted|wrong-verdict|starter-unsolved) ' "$TMP/tap")
is "$judged" "$kernels" "every kernel of ${#puzzles[@]} puzzles is judged"
[ "$kernels" -gt $((20 * ${#puzzles[@]})) ]
ok $? "there are more than twenty of each"
sed 's/^/#   /' "$TMP/errors"
grep -E '^(not )?ok ' "$TMP/tap" >"$TMP/results"
retell "$TMP/results"
grep -A8 '^not ok' "$TMP/tap" | sed 's/^/#   /'
tap_finish
