#!/usr/bin/env bash
# A dialogue that is open, and an author who edits the course that it is about.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
unset COLUMNS
export WORKBENCH_COURSE=$TMP/course # whatever fails: nothing here may change the tree
author_course "$TMP/course"
puzzle=$TMP/course/puzzles/01-map
solution=$TMP/course/solutions/01-map/accepted.cl

# begin_talk ARGUMENT…: opens a dialogue, and waits for its first prompt.
begin_talk() {
  rm -f "$TMP/lines" "$TMP/talk"
  mkfifo "$TMP/lines"
  "$WORKBENCH" ui --plain "$@" <"$TMP/lines" >"$TMP/talk" 2>&1 &
  talk=$!
  exec 8>"$TMP/lines"
  wait_until prompts_are 1
}

count_prompts() { grep -Eo '([0-9]+ [A-Z][a-z]+|[0-9]+-[a-z-]+)> ' "$TMP/talk" | wc -l; }
prompts_are() { [ "$(count_prompts)" -ge "$1" ]; }

# tell LINE: what the dialogue answers to it, in one line, without the next prompt, and without how
# far judging is, which depends on how fast the machine is.
tell() {
  local before shown
  before=$(count_prompts)
  shown=$(stat -c %s "$TMP/talk")
  echo "$1" >&8
  wait_until prompts_are $((before + 1)) || echo "NO PROMPT"
  tail -c +$((shown + 1)) "$TMP/talk" | sed '$s/^[^>]*> $//' | tr '\n' ' ' |
    sed -E "s/(Judging the puzzle's kernels|Starting|Compiling|Case [0-9]+ of [0-9]+, [0-9]+ percent)\.( Ctrl-C cancels\.)? //g; s/The puzzle's kernels are judged: [0-9]+ of [0-9]+\. //g"
}

end_talk() {
  echo quit >&8
  exec 8>&-
  wait "$talk"
}

# ---- texts and specs, for everybody ----
begin_talk
unlike "$(tell show)" "changed" "nothing is said where nothing has changed"
like "$(tell lesson)" "^Heading: .*Paragraph 1 of" "the lesson is read"
sed -i '1s/.*/# Mapping, told anew/' "$puzzle/lesson.md"
is "$(tell '')" "The lesson has changed; lesson reads it. " "a lesson that is saved is not gone on with, and that is said"
like "$(tell lesson)" "^Heading: Mapping, told anew" "lesson reads it as it is now"
echo "anew" >>"$puzzle/explained.md"
unlike "$(tell show)" "changed" "what a learner does not know yet is not told of"
sed -i '1s/.*/# Begun anew/' "$TMP/course/puzzles/chapters/first-steps.md"
like "$(tell chapter)" "^The chapter's page has changed; chapter reads it. Heading: Begun anew" "nor is a chapter's page ever old"
like "$(tell run)" "^Not accepted" "the starter is judged"
sed -i 's/title = .*/title = "Zap",/' "$puzzle/puzzle.lua"
answer=$(tell result)
like "$answer" "^The puzzle's spec has changed; run judges by it" "a spec that is saved is said to be"
like "$answer" "The puzzle has changed since the kernel was judged" "and the result is by the one before"
like "$(tail -n 1 "$TMP/talk")" "^1 Zap> $" "the puzzle is called as it says now"
tell run >"$TMP/answer"
unlike "$(tell result)" "changed" "until the kernel is judged again"
sed -i 's/title = /titel = /' "$puzzle/puzzle.lua"
answer=$(tell show)
like "$answer" "The puzzle's spec has changed, and has a mistake: .*puzzles/01-map/puzzle.lua:[0-9]+: titel" "a mistake in it is said with its place"
sed -i 's/titel = .*/title = "Map",/' "$puzzle/puzzle.lua"
like "$(tell show)" "^The puzzle's spec has changed; run judges by it. 1 Map, puzzle 1 of 1" "and that it is mended"
sed -i 's/1/!/' "$TMP/course/course.lua"
like "$(tell show)" "The course has changed, and cannot be read: .*course.lua" "a mistake in course.lua is said, too"
cp "$COURSE/course.lua" "$TMP/course"
sed -i '/chapters = /s/{.*}/{ "First steps" }/' "$TMP/course/course.lua"
unlike "$(tell show)" "changed" "nothing of it is left when it is mended"

# ---- puzzles that come and go ----
"$WORKBENCH" new scan --after map >"$TMP/out" 2>&1
like "$(tell run)" "^The course has changed: 2 puzzles. " "a puzzle that is made is said to be there"
"$WORKBENCH" move map --after scan >"$TMP/out" 2>&1
like "$(tell result)" "^The course has changed: 2 puzzles. Verdict: wrong answer" "one that has moved stays open, with what is known of it"
like "$(tail -n 1 "$TMP/talk")" "^2 Map> $" "under its new number"
like "$(tell 'open 1')" "Puzzle 1 Scan" "the new one can be opened"
rm -r "$TMP/course"/puzzles/01-scan "$TMP/course"/solutions/01-scan "$TMP/course"/kernels/01-scan.cl
like "$(tell show)" "^The course has changed: 1 puzzle. The one that was open is gone; now it is 2 Map" "where the open one goes, its neighbour is open"
end_talk

# ---- ui --plain --author ----
rm -r "$TMP/course"
author_course "$TMP/course"
begin_talk --author
is "$(tell '')" "" "kernels that were there from the start are not judged"
sed -i 's/ + / - /' "$solution"
like "$(tell '')" "^solutions/01-map/accepted.cl: wrong-answer: .*; it must be accepted *$" "a solution that is saved is judged at the next line"
sed -i 's/ - / + /' "$solution"
is "$(tell '')" "solutions/01-map/accepted.cl: accepted, as it must " "and it is said if it is right"
sed -i 's/case.a + 10/case.a + 11/' "$puzzle/puzzle.lua"
answer=$(tell '')
like "$answer" "^The puzzle's spec has changed; run judges by it. [0-9] of 5 kernels do not get what they must: " "a spec that is saved has all kernels judged"
sed -i 's/case.a + 11/case.a + 10/' "$puzzle/puzzle.lua"
like "$(tell '')" "All 5 kernels get what they must. $" "and it is said if they are as they should be"
sed -i 's/title = /titel = /' "$puzzle/puzzle.lua"
unlike "$(tell '')" "kernel" "by a spec with a mistake nothing is judged"
sed -i 's/titel = /title = /' "$puzzle/puzzle.lua"
tell '' >"$TMP/answer"
cp "$solution" "$TMP/course/solutions/01-map/right/again.cl"
is "$(tell '')" "solutions/01-map/right/again.cl: accepted, as it must " "a kernel that is new is judged, too"
like "$(tell data)" "Hidden case [0-9]+, " "data tells of hidden cases, too"
like "$(tell 'lesson why')" "Paragraph|End of the lesson" "and the explanation is read before the puzzle is solved"
echo "Told anew." >>"$puzzle/explained.md"
is "$(tell '')" "The explanation has changed; lesson why reads it. " "so its author is told when it changes"
end_talk
is $? 0 "the dialogue ends well"
tap_finish
