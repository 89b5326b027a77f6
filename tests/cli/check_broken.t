#!/usr/bin/env bash
# Puzzles with one thing wrong: check tells each by the check's name, file and line, and nothing
# else; and what looks like a mistake and is none is left alone.
#
# tests/specs/course is a course without any fault. Each tests/specs/broken/NAME.puzzle changes it:
#
#   # What is wrong, as a sentence.
#   expect: CHECK FILE[:LINE]      a fault; without any there must be none
#   suggest: CHECK FILE[:LINE]     likewise a suggestion
#   also: CHECK                    faults of that check follow from it, and are not listed
#   full                           checked without --quick
#   edit: FILE SCRIPT              sed's
#   remove: FILE
#   move: FROM TO                  copy: FROM TO
#
# A sample has a quarter of them.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
export WORKBENCH_COURSE=$course

# renew: the course as it is without any fault.
renew() {
  rm -rf "$course"
  cp -r "$ROOT/tests/specs/course" "$course"
  cp -r "$COURSE/lua" "$course"
}

# change FILE: carries out what a broken puzzle says; an edit that changes nothing tests nothing.
change() {
  local directive file script
  while read -r directive file script; do
    case $directive in
    edit:)
      cp "$course/$file" "$TMP/before"
      sed -i "$script" "$course/$file"
      cmp -s "$TMP/before" "$course/$file" && echo "# $1: nothing changes in $file"
      ;;
    remove:) rm "$course/$file" ;;
    move:) mv "$course/$file" "$course/$script" ;;
    copy:) cp "$course/$file" "$course/$script" ;;
    esac
  done <"$1"
}

# items FILE...: of each report FILE.json its faults in FILE.fault and its suggestions in
# FILE.suggestion, as "CHECK FILE:LINE"; what they say is in FILE.messages.
items() {
  python3 -c '
import json, sys
def items(path):
    with open(path + ".json") as report:
        for puzzle in json.load(report)["puzzles"]:
            for item in puzzle["items"]:
                line = ":%d" % item["line"] if item["line"] else ""
                yield item["outcome"], (item["check"] + " " + item["file"] + line).rstrip(), item["message"] + " " + item["remedy"]
for path in sys.argv[1:]:
    try:
        found = list(items(path))
    except ValueError as err:
        found = [("fault", "no report", str(err))]
    for outcome in "fault", "suggestion":
        with open(path + "." + outcome, "w") as out:
            out.writelines(place + "\n" for what, place, _ in found if what == outcome)
    with open(path + ".messages", "w") as out:
        out.writelines(said + "\n" for what, _, said in found if what in ("fault", "suggestion"))' "$@"
}

mapfile -t all < <(cd "$ROOT/tests/specs/broken" && printf '%s\n' *.puzzle)
names=()
sample names 4 "broken puzzles" "${all[@]}"
mkdir "$TMP/reports"
for name in "${names[@]}"; do
  puzzle=$ROOT/tests/specs/broken/$name
  report=$TMP/reports/$(basename "$puzzle" .puzzle)
  renew
  change "$puzzle"
  quick=--quick
  grep -qx full "$puzzle" && quick=
  # shellcheck disable=SC2086 # an option or none
  "$WORKBENCH" check $quick --json >"$report.json" 2>"$report.err"
  echo $? >"$report.code"
  reports+=("$report")
done
items "${reports[@]}"

for name in "${names[@]%.puzzle}"; do
  puzzle=$ROOT/tests/specs/broken/$name.puzzle
  report=$TMP/reports/$name
  code=$(cat "$report.code")
  wanted=$(sed -n 's/^expect: //p' "$puzzle")
  also=$(sed -n 's/^also: //p' "$puzzle")
  is "$(grep -v "^${also:-none} " "$report.fault")" "$wanted" "$name: $(sed -n '1s/^# //p' "$puzzle")"
  is "$(cat "$report.suggestion")" "$(sed -n 's/^suggest: //p' "$puzzle")" "$name: and what could be better"
  [ "$code" = "${wanted:+1}" ] || [ "$code$wanted" = 0 ] || { echo "# exit code $code"; false; }
  ok $? "$name: the exit code says so"
  sed 's/^#* */# /' "$report.messages" "$report.err"
done
tap_finish
