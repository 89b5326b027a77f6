#!/bin/bash
# Every solution is accepted and every wrong kernel rejected for the reason
# that it names, on the emulator; solutions are accepted on every OpenCL device
# too. How many wrong kernels give right outputs there is printed, one line for
# programs and one for each kernel:
#
#   # let-through device=opencl:0.0 count=41 of=100
. "$(dirname "$0")/../tap.sh"
[ -x "$WORKBENCH" ] || skip_all "$WORKBENCH is not built"

# judge_solutions DEVICE: check-all's results, an object a line, to $TMP/results.
judge_solutions() {
  "$WORKBENCH" check-all --solutions --format json --device "$1" >"$TMP/json" 2>"$TMP/errors"
  sed -n 's/,$//; /^{"name":/p' "$TMP/json" >"$TMP/results"
}

# field NAME LINE: a string or word of the object's own, not of its cases.
field() { sed -n "s/.*\"$1\":\"\\{0,1\\}\\([^\",}]*\\).*/\\1/p" <<<"$2"; }

# What one result says, for a test's line.
sentence() {
  case $2 in
  *" wrong/"*) echo "$1: $2 is rejected: $3" ;;
  *) echo "$1: $2 is accepted" ;;
  esac
}

# check_results DEVICE: one test for each kernel.
check_results() {
  while IFS= read -r line; do
    head=${line%%\"result\":*}
    good=$(field ok "$head")
    [ "$good" = true ]
    ok $? "$(sentence "$1" "$(field name "$head")" "$(field expected "$head")")"
    [ "$good" = true ] || cut -c 1-2000 <<<"#   $line"
  done <"$TMP/results"
}

# is_wrong LINE: expected to be rejected, and not for its budget alone.
is_wrong() {
  case ${1%%\"result\":*} in
  *'"expected":"over-budget'*) return 1 ;;
  *'"expected":'*) return 0 ;;
  *) return 1 ;;
  esac
}

# outputs_right LINE: every case ran to its end, and no output differs; of hidden
# cases the verdict alone says so.
outputs_right() {
  ! grep -Eq '"mismatches":[1-9]|"verdict":"(wrong-answer|compile-error|time-limit|judge-error)"' <<<"$1" &&
    grep -q '"mismatches":0' <<<"$1"
}

# count_let_through DEVICE
count_let_through() {
  local count=0 total=0
  while IFS= read -r line; do
    is_wrong "$line" || continue
    total=$((total + 1))
    outputs_right "$line" || continue
    count=$((count + 1))
    echo "#   right output: $(field name "${line%%\"result\":*}")"
  done <"$TMP/results"
  echo "# let-through device=$1 count=$count of=$total"
}

kernels=$(cd "$ROOT" && ls solutions/*/accepted.cl solutions/*/{right,wrong}/*.cl | wc -l)

if [ -x "$BUILD/workbench-emulator" ]; then
  judge_solutions emulator
  is "$(wc -l <"$TMP/results")" "$kernels" "the emulator judges every kernel of solutions/"
  sed 's/^/#   /' "$TMP/errors"
  check_results emulator
  for starter in "$ROOT"/kernels/[0-9]*.cl; do
    slug=$(basename "$starter" .cl)
    verdict=$("$WORKBENCH" run "$slug" --file "$starter" --json | sed -n 's/^  "verdict": "\(.*\)",*$/\1/p')
    is "$verdict" wrong-answer "emulator: the starter of $slug is not a solution"
  done
else
  skip "workbench-emulator is not built" "the emulator judges every kernel of solutions/"
fi

devices=
[ -x "$BUILD/workbench-opencl" ] &&
  devices=$("$WORKBENCH" devices --json | grep -o '"opencl:[0-9.]*"' | tr -d '"')
[ -n "$devices" ] || skip "no OpenCL device on this machine" "solutions are accepted on OpenCL devices"
for device in $devices; do
  judge_solutions "$device"
  is "$(wc -l <"$TMP/results")" "$kernels" "$device judges every kernel of solutions/"
  sed 's/^/#   /' "$TMP/errors"
  grep -v '^{"name":"[^"]* wrong/' "$TMP/results" >"$TMP/accepted"
  count_let_through "$device"
  is "$(grep -c '^{"name":"[^"]* wrong/[^"]*","ok":false' "$TMP/results")" 0 \
    "$device: no wrong kernel is the judge's fault"
  grep '^{"name":"[^"]* wrong/[^"]*","ok":false' "$TMP/results" | cut -c 1-2000 | sed 's/^/#   /'
  mv "$TMP/accepted" "$TMP/results"
  check_results "$device"
done
tap_finish
