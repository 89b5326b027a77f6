#!/usr/bin/env bash
# For those who know CUDA or Mojo: their words and numbers beside ours, in the shell, the dialogue
# and on the screen.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
number=$(grep -ho '"mojo:[0-9]*"' "$COURSE/puzzles/06-conv1d/puzzle.lua" | tr -d '"')
cuda=$(grep -ho '"gpu-puzzles:[0-9]*"' "$COURSE/puzzles/06-conv1d/puzzle.lua" | tr -d '"')

# ---- the shell ----
unlike "$("$WORKBENCH" list)" 'mojo|gpu-puzzles' "the list has our numbers alone"
list=$("$WORKBENCH" list --from mojo)
like "$list" "06-conv1d +$number +Conv1d" "or those of Mojo's puzzles beside them"
unlike "$list" 'gpu-puzzles' "and no other set's"
like "$("$WORKBENCH" list --from cuda)" "06-conv1d +$cuda +Conv1d" "CUDA's puzzles are GPU Puzzles"
like "$("$WORKBENCH" show "$number")" '^6  Conv1d$' "such a number can be typed"
unlike "$("$WORKBENCH" show shared-memory)" "words:|^as " "a lesson has no line on words"
shown=$("$WORKBENCH" show shared-memory --from cuda | tr '\n' ' ')
like "$shown" "In CUDA's words: .*work-group = block, .*local memory = shared memory.*\. +Kernel" "but one below it for who knows CUDA"
like "$shown" "as +gpu-puzzles:" "and its number there"
unlike "$("$WORKBENCH" show shared-memory --from mojo | tr '\n' ' ')" 'barrier = barrier' "what is called the same is left out"
unlike "$("$WORKBENCH" show shared-memory --from cuda --json)" 'words:' "programs get the lesson as it is"
like "$("$WORKBENCH" glossary thread --from cuda --width 200)" '^thread \(here work-item\): .* Mojo and Metal: thread\. SYCL: work-item\.$' "the glossary has their word first"
like "$("$WORKBENCH" glossary thread --width 200)" '^work-item: .*CUDA, Mojo and Metal: thread' "else ours"
like "$("$WORKBENCH" glossary work-group --from metal)" '^threadgroup \(here work-group\): ' "Metal's"
like "$("$WORKBENCH" glossary sub-group --from hip)" '^wavefront \(here sub-group\): ' "HIP's"
like "$("$WORKBENCH" glossary work-group --from hip)" '^block, thread block \(here work-group\): ' "which are CUDA's where the glossary says no others"
like "$("$WORKBENCH" glossary work-group --from sycl)" '^work-group: ' "and SYCL's, which are often ours"
is "$("$WORKBENCH" list --from metal)" "$("$WORKBENCH" list)" "there is no set of puzzles that one may know from there"
like "$("$WORKBENCH" show shared-memory --from metal | tr '\n' ' ')" "In Metal's words: .*work-group = threadgroup" "but there are words of a lesson"
"$WORKBENCH" list --from fortran >/dev/null 2>&1
is "$?" 2 "another language is a wrong command"

# ---- what is kept ----
unlike "$("$WORKBENCH" list)" 'mojo|gpu-puzzles' "list --from is for once"
said=$(printf 'list\nlesson all\nglossary work-item\nquit\n' | "$WORKBENCH" ui --plain --from mojo shared-memory 2>&1)
like "$said" "6 Conv1d: not tried, $number\." "the dialogue says the numbers"
like "$(tr '\n' ' ' <<<"$said")" "In Mojo's words: .*work-item = thread" "and the lesson's words at its end"
like "$said" 'thread \(here work-item\):' "and theirs first where a word is asked for"
like "$("$WORKBENCH" list)" "06-conv1d +$number +Conv1d" "ui --from is kept"
like "$(printf 'list\nquit\n' | "$WORKBENCH" --plain 2>&1)" "6 Conv1d: not tried, $number\." "in the dialogue, too"
like "$("$WORKBENCH" glossary thread)" '^thread \(here work-item\)' "and for the glossary"
unlike "$("$WORKBENCH" list --from opencl)" 'mojo' "once without it is possible"

# ---- the screen ----
printf '%s\n' ":puzzle 5" ":wait-idle" "1" ":save-display $TMP/list" "2" "+" ":save-display $TMP/lesson" "+" "K" ":save-display $TMP/words" >"$TMP/script"
(cd "$ROOT" && LINES=30 COLUMNS=90 "$WORKBENCH" ui --script "$TMP/script") >/dev/null 2>&1
like "$(cat "$TMP/list")" "06 Conv1d  $number" "the screen's list has the numbers"
(cd "$ROOT" && LINES=120 COLUMNS=90 "$WORKBENCH" ui --from cuda --script "$TMP/script") >/dev/null 2>&1
like "$(cat "$TMP/list")" "06 Conv1d  $cuda" "another language takes its place"
like "$(cat "$TMP/lesson")" "In CUDA's words: " "the lesson ends with its words"
like "$(cat "$TMP/words")" 'thread \(here work-item\)' "the glossary begins with theirs"
"$WORKBENCH" ui --plain --from opencl </dev/null >/dev/null 2>&1
unlike "$("$WORKBENCH" list)" 'mojo|gpu-puzzles' "and is taken back by opencl"

# ---- a course without them ----
copy_course "$TMP/bare"
rm "$TMP/bare/puzzles/glossary.md"
sed -i 's/^ *aliases = .*//' "$TMP"/bare/puzzles/*/puzzle.lua
is "$("$WORKBENCH" list --from mojo --course "$TMP/bare")" "$("$WORKBENCH" list --course "$TMP/bare")" "a course without other numbers is listed as ever"
unlike "$("$WORKBENCH" show 5 --from mojo --course "$TMP/bare")" "words:" "and one without a glossary has no words to say"
printf ':wait-idle\n:from swift\n:save-display %s\n:from cuda\n:wait-idle\n:save-display %s\n' "$TMP/none" "$TMP/from" >"$TMP/keys"
"$WORKBENCH" ui 1 --script "$TMP/keys" >/dev/null
like "$(cat "$TMP/none")" ":from takes one of opencl, cuda" "the screen refuses a language that it does not know"
like "$(cat "$TMP/from")" "words that you know are shown" "and takes one with :from"
like "$("$WORKBENCH" show 1)" "In CUDA's words" "which is kept"
out=$(printf 'from swift\nfrom mojo\n' | "$WORKBENCH" --plain)
like "$out" "From takes one of" "the dialogue refuses and takes them, too"
like "$("$WORKBENCH" show 1)" "In Mojo's words" "and keeps what it was told"
tap_finish
