#!/usr/bin/env bash
# import and remove: a puzzle comes from another course with all that it has, and goes with all of
# it; nothing is left half done.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
other=$TMP/other
copy_course "$other"
export WORKBENCH_COURSE=$TMP/course

# fresh: another course, with two puzzles.
fresh() {
  rm -rf "$TMP/course"
  cp -r "$ROOT/tests/specs/course" "$TMP/course"
  cp -r "$COURSE/lua" "$TMP/course"
}
# snapshot: every file with its text.
snapshot() { (cd "$TMP/course" && find . -type f -exec sha256sum {} + | sort -k2); }
slugs() { (cd "$TMP/course/puzzles" && echo [0-9]*); }
# files FOLDER SLUG: what a course has of a puzzle, without its number.
files() { (cd "$1" && find puzzles/"$2" solutions/"$2" kernels/"$2".* -type f | sed 's/[0-9]*-//' | sort); }
# refused SENTENCE CODE PATTERN COMMAND...: it says so, and nothing has changed.
refused() {
  local sentence=$1 code=$2 pattern=$3 before
  shift 3
  before=$(snapshot)
  "$WORKBENCH" "$@" > "$TMP/out" 2>&1
  is "$?" "$code" "$sentence: exit code $code"
  like "$(cat "$TMP/out")" "$pattern" "$sentence"
  is "$(snapshot)" "$before" "$sentence: nothing changes"
}

fresh
printf 'a\0b' > "$other/puzzles/03-guards/data.npy"
like "$("$WORKBENCH" import guards --from "$other" --after negate)" "02-guards is taken from $other" \
  "a puzzle comes from another course"
is "$(slugs)" "01-negate 02-guards 03-sums" "to its place, and those behind it move"
is "$(files "$TMP/course" 02-guards)" "$(files "$other" 03-guards)" "with all its files"
cmp -s "$other/puzzles/03-guards/data.npy" "$TMP/course/puzzles/02-guards/data.npy"
ok $? "byte for byte"
like "$(grep chapter "$TMP/course/puzzles/02-guards/puzzle.lua")" 'chapter = "Basics"' \
  "a chapter that the course does not list becomes the neighbour's"
rm "$TMP/course/puzzles/02-guards/data.npy"
"$WORKBENCH" check --quick guards > "$TMP/check" 2>&1
like "$(cat "$TMP/check")" '✓ 02-guards' "and it passes its check"

refused "what is there is not taken again" 2 "there is a puzzle of this name: 02-guards" import guards --from "$other"
refused "a puzzle that is not there" 2 'has no puzzle "nothing"' import nothing --from "$other"
refused "no course" 2 "name the course that has the puzzle" import map
refused "a folder that is none" 2 "is not a course" import map --from "$TMP"
refused "the course itself" 2 "names the course that the puzzle is to come to" import sums --from "$TMP/course"

refused "nothing goes unasked" 2 "without --yes, which would remove" remove guards
like "$("$WORKBENCH" remove guards --yes)" "02-guards is removed" "a puzzle goes"
is "$(slugs)" "01-negate 03-sums" "and the others keep their numbers"
is "$(find "$TMP/course" -name '*guards*')" "" "none of its files is left"
is "$(find "$TMP/course" -name '.workbench*')" "" "nor what the change was made with"
refused "it cannot go twice" 2 "guards" remove guards --yes
is "$("$WORKBENCH" import 1 --from "$other" --first --json | jq -c '[.puzzle, .removed, .renumbered]')" \
  '["01-map",false,[{"from":"01-negate","to":"02-negate"}]]' "programs are told the same"
chmod -w "$TMP/course/kernels"
[ -w "$TMP/course/kernels" ] || refused "a folder that cannot be written to" 1 "cannot be written" remove map --yes
chmod +w "$TMP/course/kernels"
tap_finish
