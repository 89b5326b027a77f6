#!/usr/bin/env bash
# The course's words and its chapters' pages, in the shell, the dialogue and on the screen.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"

# ---- the shell ----
out=$("$WORKBENCH" glossary)
like "$out" '^work-item: ' "glossary explains all words"
is "$("$WORKBENCH" glossary --json | grep -c '"word"')" "$(grep -c '^## ' "$COURSE/puzzles/glossary.md")" "each of the course's"
like "$("$WORKBENCH" glossary Work-Items --width 200)" '^work-item: .*thread' "a word is found in any case and in the plural"
like "$("$WORKBENCH" glossary get_local_id)" '^local id: ' "and by its form in code"
like "$("$WORKBENCH" glossary shared memory)" '^local memory: ' "and by its name in CUDA, in two words"
like "$("$WORKBENCH" glossary local memory)" '^local memory: ' "OpenCL's own words come before those"
out=$("$WORKBENCH" glossary barier 2>&1)
is "$?" 2 "an unknown word is a wrong command"
like "$out" 'did you mean "barrier"' "which suggests the nearest"
like "$("$WORKBENCH" glossary xyzzy 2>&1)" 'workbench glossary. lists its words' "or says what lists them"
like "$("$WORKBENCH" glossary thread --json)" '"word": "work-item"' "for programs it is an object"
is "$("$WORKBENCH" glossary --json | head -c 1)" "[" "and all are an array"

# ---- what a host program can call, from the annotations that editors read ----
calls() { WORKBENCH_COURSE=$ROOT "$WORKBENCH" glossary "$@" --width 100 2>&1; }
like "$(calls enqueue_copy)" '^ctx:enqueue_copy: .*ctx:enqueue_copy\(ends\)' "a call of gpu is explained by its name"
is "$(calls dev:enqueue_copy_to 2>&1 | head -n 1 | cut -d: -f1,2)" "Buffer:enqueue_copy_to" "or as it stands in a program, behind a variable"
is "$(calls 'ctx:synchronize()' | head -n 1 | cut -d: -f1,2)" "ctx:synchronize" "with its parentheses"
like "$(calls gpu.devices)" '^gpu.devices: ' "functions of the module are found"
out=$(calls gpu.buffer)
like "$out" 'Buffer:map_to_host' "and all that a buffer has"
unlike "$out" 'Event:' "without what others have"
like "$(calls gpu)" 'gpu.has_accelerator' "gpu is all of it"
like "$(calls buffer)" '^buffer: ' "the glossary's own words come first"
like "$(calls ctx:enqueue_copi)" 'did you mean "ctx:enqueue_copy"' "a misspelt one is answered with the nearest"
like "$(calls gpu.load --json)" '"word": "gpu.load"' "for programs it is an object like the words"
like "$(calls dev:load)" '^Buffer:load: ' "behind a variable are methods alone"
ask() { printf '%s\n' 1 "open $1" glossary "glossary $2" quit | WORKBENCH_COURSE=$ROOT "$WORKBENCH" --plain 2>&1; }
out=$(ask 28 ctx:enqueue_copy)
like "$out" '^A program can call: gpu.has_accelerator, ' "in the dialogue glossary names them where a program is written"
like "$out" 'ctx:enqueue_copy.ends.: Copies' "and explains one"
unlike "$(ask 4 guard)" 'A program can call' "where a kernel is written it does not name them"
printf '%s\n' ':resize 100x40' ':wait-idle' K ':wait-idle' ":save-display $TMP/calls" / ':type enqueue_copy(' ":save-display $TMP/call" > "$TMP/keys"
WORKBENCH_COURSE=$ROOT "$WORKBENCH" ui --script "$TMP/keys" 28
like "$(cat "$TMP/calls")" 'What a program can call' "on the screen K has them first"
like "$(cat "$TMP/call")" 'ctx:enqueue_copy.ends.: Copies' "and / finds one"

# ---- the table of words ----
like "$("$WORKBENCH" glossary simdgroup)" '^sub-group: ' "Metal's words are found as well"
like "$("$WORKBENCH" glossary LDS)" '^local memory: ' "and HIP's"
like "$("$WORKBENCH" glossary nd_range)" '^NDRange: ' "and SYCL's"
unlike "$("$WORKBENCH" glossary "async copy" --width 200)" 'HIP' "that HIP has none is left unsaid"
out=$("$WORKBENCH" glossary --table --width 160)
like "$(head -n 1 <<<"$out")" '^OpenCL +CUDA +Mojo +Metal +SYCL +HIP$' "a table has a column for each language"
like "$out" '^work-group +block +block +threadgroup +work-group +block$' "a word has a row, and HIP the names of CUDA"
like "$out" '^sub-group +warp +warp +simdgroup +sub-group +wavefront$' "where it has none of its own"
like "$out" '^async copy +cuda::memcpy_async +copy_dram_to_sram_async +- +nd_item::async_work_group_copy +-$' "what is not there is a hyphen"
unlike "$out" '^(host|guard)  ' "words without a counterpart are left out"
is "$(awk 'length($0) > 160' <<<"$out")" "" "the table is not wider than is asked for"
metal=$(head -n 1 <<<"$out"); metal=${metal%%Metal*}
is "$(sed -n 's/^work-group .*threadgroup/&/p' <<<"$out" | awk -v at=${#metal} '{ print substr($0, at + 1, 11) }')" "threadgroup" "its columns are aligned"
out=$("$WORKBENCH" glossary --table --width 80)
like "$(head -n 4 <<<"$out" | tr '\n' '/')" '^kernel/  CUDA, HIP: __global__/  Mojo: def/  Metal: kernel/$' "where it is too wide, each word has a list"
like "$("$WORKBENCH" glossary --table --from metal --width 80)" '^work-group +threadgroup$' "--from has one column, which fits"
is "$("$WORKBENCH" glossary --table --from metal | grep -c Mojo)" 0 "and no other"
out=$("$WORKBENCH" glossary --table --json)
is "$out" "$("$WORKBENCH" glossary --json)" "for programs it is all words, as ever"
like "$("$WORKBENCH" glossary sub-group --json | tr -d '\n')" '"cuda": "warp",.*"metal": "simdgroup",.*"sycl": "sub-group",.*"hip": "wavefront"' "with the names of each language"
out=$("$WORKBENCH" glossary kernel --table 2>&1)
is "$?" 2 "a table is of all words"

like "$("$WORKBENCH" show zip --chapter)" '^First steps$' "show --chapter shows the chapter's page"
[ ! -e "$TMP/work/02-zip.cl" ]
ok $? "and begins no puzzle"
like "$("$WORKBENCH" show 1 --width 30)" "^$(begins 01-map/lesson.md)" "show --width breaks lines there"
# too_wide: lines of more than 30 signs that are neither headings, nor paths or drawings, which stay whole.
too_wide() { perl -CS -Mutf8 -ne 'print if /^.{31}/ && !m{^(file |.*(puzzles|kernels|solutions)/|Kernels, and|─+$|work-item |.*[│▼┌└╞╥╨])}'; }
is "$("$WORKBENCH" show 3 --width 30 | too_wide)" "" "of all else than paths and drawings, too"
is "$("$WORKBENCH" show 3 --author --width 30 | too_wide)" "" "and of what is for authors"
like "$("$WORKBENCH" show 1 --width 200 | grep "^$(begins 01-map/lesson.md)")" '.{120}' "as wide as one likes"

# ---- where a chapter begins ----
like "$("$WORKBENCH" show zip | grep '^chapter')" 'First steps$' "show says which chapter a puzzle is of"
like "$("$WORKBENCH" show 5)" 'workbench show 05-shared-memory --chapter' "and where one begins, what shows its page"

# ---- a course without them ----
copy_course "$TMP/bare"
rm -r "$TMP/bare/puzzles/glossary.md" "$TMP/bare/puzzles/chapters"
out=$("$WORKBENCH" glossary --course "$TMP/bare" 2>&1)
is "$?" 3 "a course without a glossary says so"
like "$out" "has no glossary" "in words"
like "$("$WORKBENCH" show 1 --chapter --course "$TMP/bare" 2>&1)" '"First steps" has no page' "so does one without chapters' pages"
printf '## a\n\nB.\n\n- Cuda: c\n' >"$TMP/bare/puzzles/glossary.md"
like "$("$WORKBENCH" glossary --course "$TMP/bare" 2>&1)" 'glossary.md:5: "Cuda" is none of CUDA' "a mistake in it is told with its line"

unlike "$("$WORKBENCH" show 1 --course "$TMP/bare" 2>/dev/null)" '[-]-chapter' "and points to none"

# ---- the dialogue ----
dialogue() { printf '%s\n' "$@" | "$WORKBENCH" --plain 1 2>&1; }
like "$(dialogue glossary)" 'Words of this lesson: .*kernel' "the dialogue says which words a lesson has"
like "$(dialogue 'glossary warp')" '^1 Map> sub-group: ' "and explains one"
like "$(dialogue chapter)" 'Drawing: [A-Z].{10}' "it reads the chapter's page with its drawings in words"

like "$(dialogue 'open 5')" 'Working together begins here. The command chapter' "it says so where a chapter begins"
unlike "$(dialogue 'open 2')" 'Puzzle 2(.|\n)*Here begins' "and nowhere else"

# ---- the screen ----
on_screen() {
  (printf '%s\n' ":puzzle 1" ":wait-idle" "$@" ":save-display $TMP/screen") >"$TMP/script"
  (cd "$ROOT" && LINES=30 COLUMNS=90 "$WORKBENCH" ui --script "$TMP/script") >/dev/null 2>&1
  cat "$TMP/screen"
}
out=$(on_screen K)
like "$out" 'Glossary: / searches' "K opens the glossary"
like "$(sed -n 2p <<<"$out")" 'Words of this lesson' "with the words of the lesson first"
unlike "$out" 'halo' "which are not those of a later one"
out=$(on_screen K / w a r p Enter)
like "$out" 'sub-group: ' "/ searches it"
unlike "$out" 'work-item: ' "and leaves other words out"
like "$(on_screen K / x y z z y Enter)" 'No word here has "xyzzy"' "what is not there is said"
unlike "$(on_screen K K)" 'Glossary:' "K closes it again"
like "$(on_screen)" 'First steps begins here. Press C for an introduction' "the screen points to a chapter's page where it begins"
unlike "$(on_screen ":puzzle 2" ":wait-idle")" 'C says what' "and nowhere else"
like "$(on_screen C)" "$(begins chapters/first-steps.md)" "C opens the chapter's page"
unlike "$(on_screen C Esc)" "$(begins chapters/first-steps.md)" "Esc closes it"
printf ':resize 100x40\n:wait-idle\nK\n:wait-idle\n:save-display %s\n/\n:type memset\n:save-display %s\n' "$TMP/calls" "$TMP/call" >"$TMP/keys"
WORKBENCH_COURSE=$ROOT "$WORKBENCH" ui 28 --script "$TMP/keys" >/dev/null
like "$(cat "$TMP/calls")" "ctx:enqueue_copy\\(ends\\): Copies as many bytes as the destination has. ends: { src:" \
  "of a host puzzle K begins with what a program can call"
like "$(cat "$TMP/call")" "ctx:enqueue_memset\\(buffer, value\\): Every element becomes the value" "which can be searched"
unlike "$(cat "$TMP/call")" "enqueue_copy" "as the words are"
WORKBENCH_COURSE=$ROOT "$WORKBENCH" ui 2 --script "$TMP/keys" >/dev/null
unlike "$(cat "$TMP/calls")" "enqueue_copy\\(" "a kernel has no such calls"
like "$(WORKBENCH_COURSE=$ROOT "$WORKBENCH" show 28 --chapter)" "^Lua for C programmers" "the chapter of the first program introduces Lua"
tap_finish
