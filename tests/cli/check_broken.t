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
. "$(dirname "$0")/../tap.sh"
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

# items OUTCOME: of the report on standard input, as "CHECK FILE:LINE"; what each says to stderr.
items() {
  python3 -c '
import json, sys
for puzzle in json.load(sys.stdin)["puzzles"]:
    for item in puzzle["items"]:
        if item["outcome"] == sys.argv[1]:
            line = ":%d" % item["line"] if item["line"] else ""
            print((item["check"] + " " + item["file"] + line).rstrip())
            print("#", item["message"], item["remedy"], file=sys.stderr)' "$1"
}

for puzzle in "$ROOT"/tests/specs/broken/*.puzzle; do
  renew
  change "$puzzle"
  quick=--quick
  grep -qx full "$puzzle" && quick=
  # shellcheck disable=SC2086 # an option or none
  "$WORKBENCH" check $quick --json >"$TMP/json" 2>"$TMP/err"
  code=$?
  wanted=$(sed -n 's/^expect: //p' "$puzzle")
  also=$(sed -n 's/^also: //p' "$puzzle")
  is "$(items fault <"$TMP/json" 2>"$TMP/messages" | grep -v "^${also:-none} ")" "$wanted" "$(basename "$puzzle" .puzzle): $(sed -n '1s/^# //p' "$puzzle")"
  is "$(items suggestion <"$TMP/json" 2>>"$TMP/messages")" "$(sed -n 's/^suggest: //p' "$puzzle")" "$(basename "$puzzle" .puzzle): and what could be better"
  [ "$code" = "${wanted:+1}" ] || [ "$code$wanted" = 0 ] || { echo "# exit code $code"; false; }
  ok $? "$(basename "$puzzle" .puzzle): the exit code says so"
  cat "$TMP/messages" "$TMP/err" | sed 's/^#* */# /'
done
tap_finish
