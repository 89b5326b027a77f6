#!/usr/bin/env bash
# check-all: a learner's puzzles in each format.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/device.sh"
mkdir -p "$WORKBENCH_WORK"
cp "$COURSE/solutions/01-map/accepted.cl" "$WORKBENCH_WORK/01-map.cl"
cp "$COURSE/solutions/02-zip/wrong/zeros.cl" "$WORKBENCH_WORK/02-zip.cl"

out=$("$WORKBENCH" check-all --device "$DEVICE" 2>"$TMP/err")
is "$?" 1 "puzzles that are not accepted make it 1"
like "$out" '01-map +accepted' "an accepted one is named"
like "$out" '02-zip +wrong-answer' "a wrong one is named with its verdict"
like "$out" '03-guards +not started' "one that was not begun is not started"
is "$(cat "$TMP/err")" "" "a pipe sees no progress"

"$WORKBENCH" check-all --device "$DEVICE" -j 3 --format tap >"$TMP/tap"
like "$(cat "$TMP/tap")" '^1\.\.[0-9]+$' "TAP has a plan"
like "$(cat "$TMP/tap")" '^ok 1 - 01-map' "TAP: accepted is ok"
like "$(cat "$TMP/tap")" '^not ok 2 - 02-zip' "TAP: wrong is not ok"
like "$(cat "$TMP/tap")" '^not ok 3 - 03-guards: not started' "TAP: not started is not ok"

"$WORKBENCH" check-all --device "$DEVICE" --format json >"$TMP/json"
perl -MJSON::PP -e 'local $/; my $all = decode_json(<STDIN>); print "$all->{passed} of $all->{total}"' \
  <"$TMP/json" >"$TMP/seen" 2>&1
like "$(cat "$TMP/seen")" '^1 of [0-9]+$' "JSON is valid and counts"

"$WORKBENCH" show 4 >/dev/null 2>&1
like "$("$WORKBENCH" check-all 4)" '04-map-2d +not started' "nor is a puzzle that was opened and not touched"
# What is right in part.
cp "$COURSE/solutions/05-shared-memory/wrong/no-tile.cl" "$WORKBENCH_WORK/05-shared-memory.cl"
if [ "$DEVICE" = emulator ]; then
  out=$("$WORKBENCH" check-all shared)
  is "$?" 1 "check-all PUZZLE judges it"
  # Half of it is for being right, and more for each case that is within the budget.
  score=$("$WORKBENCH" run 5 --json | sed -n 's/^  "score": \(0\.[5-9][0-9]*\),$/\1/p')
  percent=$(awk "BEGIN { print int($score * 100) }")
  is "$(sed 's/:.*//' <<<"$out" | xargs)" "✗ 05-shared-memory over-budget ($percent %) 0 of 1 accepted, 1 not; score $percent %" \
    "it alone, with its score"
  like "$("$WORKBENCH" check-all 5 --format tap)" "^  score: ${score:0:4}" "the score is in TAP"
  like "$("$WORKBENCH" check-all 5 --json)" "\"score\": ${score:0:4}[0-9]*\\}\$" "and in JSON"
  mean=$(awk "BEGIN { print int((1 + $score) / 6 * 100) }")
  like "$("$WORKBENCH" check-all)" "^1 of 6 accepted, 5 not; score $mean %\$" "the whole has the mean"
  like "$("$WORKBENCH" run 5)" "^✗ over-budget  05-shared-memory  score $percent %\$" "run tells it, too"
else
  skip "budgets need the emulator" "what is right in part"
fi
"$WORKBENCH" check-all nowhere 2>"$TMP/err"
is "$?" 2 "a puzzle that there is not is a wrong command"

for puzzle in "$COURSE"/puzzles/[0-9]*/; do
  slug=$(basename "$puzzle")
  cp "$COURSE/solutions/$slug/accepted.cl" "$WORKBENCH_WORK/$slug.cl"
done
"$WORKBENCH" check-all --device "$DEVICE" >"$TMP/out"
is "$?" 0 "all accepted makes it 0"
prove -e "$WORKBENCH check-all --device $DEVICE --format" tap >"$TMP/out" 2>&1
is "$?" 0 "prove accepts the TAP"
like "$(cat "$TMP/out")" '^Result: PASS' "prove reports PASS"
ln -s "$WORKBENCH" "$TMP/workbench"
example=$("$WORKBENCH" check-all --help | sed -n 's/^ *\(prove .*[^ ]\) *$/\1/p')
example=${example/check-all/check-all --device $DEVICE}
like "$(cd "$TMP" && PATH=$TMP:$PATH WORKBENCH_LIBEXEC=$BUILD bash -c "$example" 2>&1)" '^Result: PASS' \
  "the example of --help works under prove: $example"


# ---- what was handed in, and is not read -----------------------------------------------------------
# unread NAME…: what is said of a work folder with these files.
unread() {
  rm -rf "$TMP/handed-in"
  mkdir "$TMP/handed-in"
  for name in "$@"; do echo '__kernel void map() {}' >"$TMP/handed-in/$name"; done
  WORKBENCH_WORK=$TMP/handed-in "$WORKBENCH" check-all map-2d 2>&1 >"$TMP/out"
}
is "$(unread 01-map.cl 07-zip.cl guards.cl 01-map.cl.~1~ 05-map.cl notes.cl 01-map.trace compile_flags.txt .luarc.json)" "" \
  "of answers, whatever their number, and of files that are none nothing is said"
is "$(unread '01-map (1).cl' 01-map.CL 02-ZIP.cl 02-zip.cl.txt 04-map-2d-old.cl)" \
  "workbench: not read in $TMP/handed-in, where an answer is called 01-map.cl: '01-map (1).cl', '01-map.CL', '02-ZIP.cl', '02-zip.cl.txt'" \
  "what looks like an answer and is not read is named"
is "$(unread 01-map.CL{1,2,3,4,5,6,7} | sed 's/.*: //')" \
  "'01-map.CL1', '01-map.CL2', '01-map.CL3', '01-map.CL4', '01-map.CL5', and 2 more" "five are named"
like "$(unread $'01-map\e[31m\n.cl.txt')" "^workbench: .*'01-map␛\[31m␊.cl.txt'$" "on one line, which commands no terminal"
for which in "" map-2d; do
  # shellcheck disable=SC2086 # a word or none
  out=$(WORKBENCH_WORK=$TMP/nowhere "$WORKBENCH" check-all $which 2>&1)
  is "$?" 2 "a work folder that is named and not there is wrong usage: check-all $which"
  like "$out" "^workbench check-all: there is no folder $TMP/nowhere, which WORKBENCH_WORK names; set it to " \
    "which is said, with what to do"
done
WORKBENCH_WORK=$TMP/begins "$WORKBENCH" show 1 >"$TMP/out" 2>&1
is "$? $(ls "$TMP/begins"/*.cl)" "0 $TMP/begins/01-map.cl" "a learner begins in such a folder, which is made"

# ---- what cannot be read -------------------------------------------------------------------------
mkdir -p "$TMP/odd/02-zip.cl"
mkfifo "$TMP/odd/01-map.cl"
ln -s nothing "$TMP/odd/04-map-2d.cl"
out=$(WORKBENCH_WORK=$TMP/odd timeout 60 "$WORKBENCH" check-all --device "$DEVICE" 2>&1)
is "$?" 1 "what cannot be read is the submission's fault, not ours"
like "$out" '^✗ 01-map +unreadable: 01-map.cl is a FIFO; there must be a file with ' "a FIFO is unreadable, and nobody waits for it"
like "$out" '^✗ 02-zip +unreadable: 02-zip.cl is a folder; ' "so is a folder"
like "$out" '^✗ 04-map-2d +unreadable: 04-map-2d.cl is a link to a file that is not there; ' "and a link to nothing"
like "$out" '^✗ 03-guards +not started$' "what is not there is not started, as ever"
like "$(WORKBENCH_WORK=$TMP/odd "$WORKBENCH" check-all 1 --format tap)" '^not ok 1 - 01-map: unreadable: 01-map.cl is a FIFO' "TAP has it"
like "$(WORKBENCH_WORK=$TMP/odd "$WORKBENCH" check-all 1 --json)" '"absent":"unreadable: 01-map.cl is a FIFO' "and JSON"
for file in "$TMP/odd/01-map.cl" "$TMP/odd/02-zip.cl"; do
  out=$(timeout 60 "$WORKBENCH" run 1 --file "$file" 2>&1)
  is "$?" 2 "run --file with no file is wrong usage"
  like "$out" "^workbench run: $file is not a file that can be judged" "which is said"
done

# refuses_work FILE PATTERN: every command that reads the work folder says that it is none.
refuses_work() {
  local file=$1 pattern=$2 command
  for command in check-all list "run map" "show map" "history map" "" "ui --plain"; do
    # shellcheck disable=SC2086 # words
    WORKBENCH_WORK=$file "$WORKBENCH" $command </dev/null >"$TMP/out" 2>&1
    is "$?" 2 "workbench $command: a work folder that is a file is wrong usage"
    like "$(cat "$TMP/out")" "$pattern" "workbench $command: which is said"
  done
}
echo nothing >"$TMP/file"
refuses_work "$TMP/file" "$TMP/file is to be the folder of your kernels, and is no folder; set WORKBENCH_WORK to another"
echo nothing >"$TMP/all.zip"
like "$(WORKBENCH_WORK=$TMP/all.zip "$WORKBENCH" check-all 2>&1)" "unpack the archive" "an archive is to be unpacked"
tap_finish
