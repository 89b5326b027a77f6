#!/usr/bin/env bash
# Assignments: what course.lua says of them, in list, in check-all and in packs.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/cli/device.sh"
export TZ=UTC-9
course=$TMP/course
cp -r "$COURSE" "$course"
export WORKBENCH_COURSE=$course
mkdir "$WORKBENCH_WORK"

# write_course ASSIGNMENTS: a course.lua with them.
write_course() {
  cat >"$course/course.lua" <<END
local puzzle = require "puzzle"
return puzzle.course {
  format = 1, name = "org.example.gpu-101", title = "GPU 101",
  assignments = {
    $1
  },
}
END
}
usual='{ name = "hw1", title = "First steps", puzzles = { "zip", "07-map", "guards" }, points = { ["03-guards"] = 20, zip = 2.5 },
    opens = "2026-01-02T08:00:00+01:00", due = "2226-12-01T23:59:00+01:00",
    late = { grace = "15m", factor = 0.125, closes = "3d", floor = 0.25 }, attempts = { count = "last", most = 7 },
    feedback = { hidden = "never", attempts = 5 } },
    { name = "exam", puzzles = { "conv1d" }, points = { conv1d = 1 }, due = "2020-01-01T00:00Z" }'
write_course "$usual"

# ---- list ----------------------------------------------------------------------------------------
out=$("$WORKBENCH" list)
is "$?" 0 "list knows assignments"
like "$out" '^hw1  First steps  32.5 points, 0 of 3 solved$' "with name, title, points and progress"
like "$out" '^    opens 2026-01-02T08:00:00\+01:00, here Fri 2026-01-02 16:00 \+09:00$' "when it opens, as written and in the local zone"
like "$out" '^    due   2226-12-01T23:59:00\+01:00, here Sat 2226-12-02 07:59 \+09:00$' "and when it is due"
like "$out" '^exam  1 point, 0 of 1 solved$' "one point is one point"
like "$out" '^    due   2020-01-01T00:00Z, here .*: by this machine.s clock that is over$' "a date that is past is said to be"
is "$("$WORKBENCH" list --assignment hw1 | sed 1,3d)" "  new     01-map            Map, 10 points
  new     02-zip            Zip, 2.5 points
  new     03-guards         Guards, 20 points" "list --assignment has its puzzles alone, by number, with their points"
"$WORKBENCH" list --json >"$TMP/list.json"
perl -MJSON::PP -e 'local $/; my $all = decode_json(<STDIN>);
  for my $p (@$all) { for my $a (@{$p->{assignments}}) { print "$p->{puzzle}:$a->{name}:$a->{points}:", $a->{opens} // "null", ":$a->{due}\n" } }' \
  <"$TMP/list.json" >"$TMP/seen" 2>&1
is "$(cat "$TMP/seen")" "01-map:hw1:10:2026-01-02T08:00:00+01:00:2226-12-01T23:59:00+01:00
02-zip:hw1:2.5:2026-01-02T08:00:00+01:00:2226-12-01T23:59:00+01:00
03-guards:hw1:20:2026-01-02T08:00:00+01:00:2226-12-01T23:59:00+01:00
06-conv1d:exam:1:null:2020-01-01T00:00Z" "so has the JSON, at each puzzle"
is "$("$WORKBENCH" list --assignment exam --json | grep -c '"puzzle"')" 1 "--json keeps to the assignment"
out=$("$WORKBENCH" list --assignment hw2 2>&1)
is "$?" 2 "an assignment that there is not is wrong usage"
like "$out" 'there is no assignment "hw2"; did you mean "hw1"\?' "with the nearest"
like "$("$WORKBENCH" list --assignment midterm 2>&1)" 'there is no assignment "midterm"; there are: hw1, exam' "or with all"
like "$("$WORKBENCH" list --course "$COURSE" --assignment hw1 2>&1)" 'this course has no assignments' "or it is said that there are none"
like "$("$WORKBENCH" list --course "$COURSE" --json)" '"assignments": \[\]' "and then the list is empty"

# ---- check-all -----------------------------------------------------------------------------------
cp "$course/solutions/01-map/accepted.cl" "$WORKBENCH_WORK/01-map.cl"
cp "$course/solutions/02-zip/wrong/zeros.cl" "$WORKBENCH_WORK/02-zip.cl"
cp "$course/solutions/05-shared-memory/accepted.cl" "$WORKBENCH_WORK/05-shared-memory.cl"
out=$("$WORKBENCH" check-all --assignment hw1 --device "$DEVICE")
is "$?" 1 "check-all --assignment is 1 where its puzzles are not all accepted"
like "$out" '^✓ 01-map +accepted, 10 of 10 points$' "what is accepted has its points"
like "$out" '^✗ 02-zip +wrong-answer, 0 of 2.5 points: ' "what is wrong has none"
like "$out" '^✗ 03-guards +not started, 0 of 20 points$' "nor has what is not started"
like "$out" '^1 of 3 accepted, 2 not; score 33 %, 10 of 32.5 points$' "and their sum is told"
unlike "$out" '05-shared-memory' "of other puzzles nothing is judged"
out=$("$WORKBENCH" check-all --assignment hw1 --device "$DEVICE" --json)
like "$out" '"name":"03-guards","ok":false,"absent":"not started","points":0.0,"most_points":20.0' "JSON has the points"
like "$out" '"points": 10, "most_points": 32.5\}$' "and the sum"
like "$("$WORKBENCH" check-all --assignment hw1 --device "$DEVICE" --format tap)" '^  most_points: 2.5$' "so has TAP"
if [ "$DEVICE" = emulator ]; then
  write_course '{ name = "part", puzzles = { "shared-memory" }, points = { ["shared-memory"] = 10 } }'
  cp "$course/solutions/05-shared-memory/wrong/no-tile.cl" "$WORKBENCH_WORK/05-shared-memory.cl"
  score=$("$WORKBENCH" run 5 --json | sed -n 's/^  "score": \(0\.[0-9]*\),$/\1/p')
  points=$(awk "BEGIN { printf \"%.2f\", 10 * $score }" | sed 's/0*$//; s/\.$//')
  like "$("$WORKBENCH" check-all --assignment part)" "^✗ 05-shared-memory +over-budget \\([0-9]+ %\\), $points of 10 points" "a part of the score is that part of the points"
  write_course "$usual"
else
  skip "budgets need the emulator" "a part of the score is that part of the points"
fi
out=$("$WORKBENCH" check-all 1 --assignment hw1 2>&1)
is "$?" 2 "a puzzle and an assignment are wrong usage"
like "$out" 'judges a puzzle, or an assignment, not both' "which is said"
unlike "$("$WORKBENCH" check-all 1 --device "$DEVICE" --json)" 'points' "without an assignment there are no points"
WORKBENCH_LIBEXEC=$TMP/nowhere "$WORKBENCH" check-all --assignment hw1 >"$TMP/out" 2>&1
unlike "$(cat "$TMP/out")" 'judge-error.* points' "a judge error is worth nothing and costs nothing"

# ---- a pack for students -------------------------------------------------------------------------
"$WORKBENCH" pack --student "$TMP/student.zip" >"$TMP/out" 2>&1
is "$?" 0 "the course is packed"
mkdir "$TMP/in"
"$BUILD/workbench-archive" unpack "$TMP/in" <"$TMP/student.zip"
packed=$TMP/in/org.example.gpu-101/course.lua
like "$(cat "$packed")" 'name = "hw1", title = "First steps", puzzles = { "02-zip", "01-map", "03-guards" }' "a student's pack has names and puzzles"
like "$(cat "$packed")" '\["02-zip"\] = 2.5, .*opens = "2026-01-02T08:00:00\+01:00", due = "2226-12-01T23:59:00\+01:00"' "points and dates"
unlike "$(cat "$packed")" 'late|grace|factor|closes|floor|attempts|feedback|hidden|never"? }|last|0\.125' "and nothing of how it is graded"
is "$("$WORKBENCH" list --assignment hw1 --course "$TMP/student.zip")" "$("$WORKBENCH" list --assignment hw1)" \
  "in it the assignment is the same"
"$WORKBENCH" pack --student "$TMP/again.zip" --course "$TMP/student.zip" >"$TMP/out" 2>&1
cmp -s "$TMP/student.zip" "$TMP/again.zip"
ok $? "packed again it is the same"

# ---- mistakes ------------------------------------------------------------------------------------
# faulty ASSIGNMENT MESSAGE SENTENCE
faulty() {
  write_course "$1"
  out=$("$WORKBENCH" list 2>&1)
  is "$?" 3 "$3: a mistake of the course"
  like "$out" "^workbench list: course.lua:5: $2" "$3: with line and field"
  like "$("$WORKBENCH" check --quick 2>&1)" "course.lua:5: $2" "$3: check finds it"
}
faulty '{ name = "hw1", puzzles = { "guard" } },' "assignments\[1\].puzzles\[1\]: the course has no puzzle 'guard'; did you mean 'guards'\?" "an unknown puzzle"
faulty '{ name = "hw1", puzzles = { "map" }, due = "2026-12-01T23:59:00" },' "assignments\[1\].due: .* has no offset from UTC" "a time without an offset"
faulty '{ name = "hw1", puzzles = { "map" }, opens = "2026-12-01T23:59+01:00", due = "2026-12-01T23:58+01:00" },' \
  "assignments\[1\].due: .* is not after opens" "due before opens"
tap_finish
