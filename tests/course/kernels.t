#!/usr/bin/env bash
# The whole course, checked quickly on the emulator: specs and texts, every solution accepted, every
# wrong kernel rejected for the reason that it names. One line of the test for each item that
# `workbench check` reports.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "workbench-emulator is not built"
export WORKBENCH_COURSE=$ROOT

kernels=$(cd "$ROOT" && ls kernels/*.{cl,lua} solutions/*/accepted.{cl,lua} solutions/*/{right,wrong}/*.{cl,lua} | wc -l)
"$WORKBENCH" check --quick --format tap --device emulator >"$TMP/tap" 2>"$TMP/errors"
judged=$(grep -cE '^(not )?ok [0-9]+ - [^ ]+ (right-accepted|wrong-verdict|starter-unsolved) ' "$TMP/tap")
is "$judged" "$kernels" "every kernel of the course is judged"
sed 's/^/#   /' "$TMP/errors"
while IFS= read -r line; do
  grep -q '^ok' <<<"$line"
  ok $? "${line#*- }"
done < <(grep -E '^(not )?ok ' "$TMP/tap")
grep -A8 '^not ok' "$TMP/tap" | sed 's/^/#   /'
tap_finish
