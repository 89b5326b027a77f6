#!/usr/bin/env bash
# What a host program did, drawn: its timeline, and the steps of the launches that it made.
# shellcheck disable=SC1111 # quotes of drawings
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -x "$BUILD/workbench-host" ] || skip_all "workbench-host was not built"
copy_course "$TMP/course"
export WORKBENCH_WORK=$TMP/work WORKBENCH_COURSE=$TMP/course
cd "$TMP/course" || exit 1
"$WORKBENCH" new twice --kind host --after zip > /dev/null
solution=solutions/03-twice/accepted.lua
trace() { "$WORKBENCH" trace twice --file "$@" 2>&1; }

# ---- one launch --------------------------------------------------------------------------------
out=$(trace "$solution")
is "$?" 0 "a host program has something to draw"
like "$out" "^Timeline of 03-twice, case 1 “four elements”: accepted" "its timeline comes first"
like "$out" "context 1 .* +1[0-9]  double_and_one, global 4, local 1" "with the launch and its line"
like "$out" "^03-twice, case 1 “four elements”: double_and_one of double.cl" "then the launch, and whose kernel it is"
like "$out" "^ +5 │   out\[i\] = 2 \* a\[i\] \+ 1;" "with the kernel's own text"
out=$(trace "$solution" --launch 1)
unlike "$out" "Timeline" "a launch that is named is drawn alone"
like "$out" "out\[0\]=1" "with its steps"
out=$(trace "$solution" --launch 2)
is "$?" 2 "a launch that there is not: exit code 2"
like "$out" "has 1 launch; there is no launch 2" "and how many there are"
like "$(trace "$solution" --case 3)" "hidden" "a hidden case is not shown"
unlike "$(trace "$solution" --case 3)" "Timeline|double_and_one, global" "nor its timeline"

# ---- several launches ---------------------------------------------------------------------------
sed '/ctx:enqueue_function/c\
for i = 0, n - 1 do\
  ctx:enqueue_function(double_and_one, dev_out:create_sub_buffer("int", i, 1),\
    dev_a:create_sub_buffer("int", i, 1), { grid_dim = 1, block_dim = i == 2 and 2 or 1 })\
end' "$solution" > several.lua
line=$(grep -n 'ctx:enqueue_function' several.lua | cut -d: -f1)
out=$("$WORKBENCH" run twice --file several.lua 2>&1)
like "$out" "out-of-bounds.*double.cl:5" "a kernel that goes too far is found"
like "$(tr -s ' \n' ' ' <<< "$out")" "in launch 3 of 4: work-item 1 of group 0; launched at several.lua:$line" "in which launch, and the line that made it"
out=$(trace several.lua)
like "$out" ", launch 3 of 4: double_and_one of double.cl" "the launch with the finding is drawn"
like "$out" "out-of-bounds" "with what is wrong"
like "$(trace several.lua --launch 4)" ", launch 4 of 4" "or another one"
unlike "$(trace several.lua --launch 4 | tail -n +2)" "out-of-bounds" "of which the finding is none"
unlike "$(trace "$solution" --launch 1)" "launch 1 of" "the only launch has no number"

# A finding of several launches says so.
sed 's/i == 2 and 2 or 1/2/' several.lua > all.lua
out=$(trace all.lua | tr -s ' \n' ' ')
like "$out" "launch 1 of 4" "one that shows in all is first in launch 1"
like "$out" "in launch 1 of 4 and 3 later" "and later"

# ---- files -----------------------------------------------------------------------------------------
trace several.lua --svg "$TMP/timeline.svg" > "$TMP/out"
is "$?:$(cat "$TMP/out")" "0:Wrote $TMP/timeline.svg." "the picture of a program"
like "$(cat "$TMP/timeline.svg")" "<svg.*" "is an SVG"
like "$(cat "$TMP/timeline.svg")" "double_and_one" "of its timeline"
trace several.lua --launch 2 --svg "$TMP/launch.svg" > /dev/null
like "$(cat "$TMP/launch.svg")" "launch 2 of 4" "or of a launch"
trace several.lua --json > "$TMP/json" 2> /dev/null
is "$?" 0 "as JSON"
is "$(python3 - "$TMP/json" <<'END'
import json, sys
trace = json.load(open(sys.argv[1]))
kernels = [e for e in trace["timeline"]["entries"] if e["kind"] == "kernel"]
print(trace["case"], trace["launch"], trace["kernel"], trace["kernel_file"], len(kernels),
      any(s["kind"] == "refused" for s in trace["steps"]), [e["findings"] for e in kernels])
END
)" "1 3 double_and_one double.cl 4 True [0, 0, 2, 0]" "with launch, file, timeline and steps"
unlike "$("$WORKBENCH" trace map --file solutions/01-map/accepted.cl --json)" '"timeline"|"kernel_file"' "a kernel's has none"

# ---- nothing to step through -------------------------------------------------------------------------
out=$(trace kernels/03-twice.lua)
is "$?" 0 "a program that launches nothing still has a timeline"
like "$out" "compile double.cl" "with what it did"
unlike "$out" "work-item" "and no steps"
trace kernels/03-twice.lua --json | grep -q '"missing": "the program launches no kernel"'
ok $? "JSON says why there are none"
echo 'return {' > broken.lua
trace broken.lua > "$TMP/out"
is "$?" 1 "a program that is no Lua has none: exit code 1"
like "$(cat "$TMP/out")" "nothing to show: the program did not run" "and it is said"
echo 'while true do end' > endless.lua
cp puzzles/03-twice/puzzle.lua "$TMP/spec"
sed -i 's/time_ms = 5000/time_ms = 1000/' puzzles/03-twice/puzzle.lua
start=$SECONDS
like "$(trace endless.lua)" "time-limit" "an endless one is ended"
[ $((SECONDS - start)) -lt 180 ]
ok $? "twice, the second time soon"
cp "$TMP/spec" puzzles/03-twice/puzzle.lua
trace "$solution" --schedule reverse > /dev/null
is "$?" 0 "and so with another order of work-items"

# ---- the dialogue ----------------------------------------------------------------------------------
dialogue() { printf '%s\n' "$@" | "$WORKBENCH" ui --plain 2>&1 | tr -s ' \n' ' '; }
mkdir -p "$WORKBENCH_WORK"
cp several.lua "$WORKBENCH_WORK/03-twice.lua"
out=$(dialogue 3 timeline)
like "$out" "Timeline of case 1, four elements: .* in the order in which it ran" "the dialogue tells a timeline"
like "$out" "5, context 1, line $line: double_and_one, global 2, local 2, 2 findings, " "entry by entry"
like "$out" "trace 1 and the number of a launch go through" "and what to do next"
out=$(dialogue 3 "trace 1 2" step)
like "$out" "launch 2 of 4, kernel double_and_one" "a launch is told"
like "$out" "double.cl line 5" "with the kernel's file"
like "$out" "out\[i\] = 2 \* a\[i\] \+ 1" "and its text"
like "$(dialogue 3 "timeline x")" "timeline takes nothing, or the number of a case" "wrong words are refused"
like "$(dialogue 1 timeline)" "Only host programs have a timeline" "and so are kernels"
like "$(dialogue 3 "timeline 3")" "There is no timeline: case 3 is hidden" "hidden cases are not told"

# ---- the book ---------------------------------------------------------------------------------
# Two queues with events, and three launches: their order, without any time.
book=$TMP/book-course
mkdir -p "$book"/{puzzles,kernels,solutions}
cp -r "$ROOT/lua" "$book"
cp -r "$ROOT/puzzles/34-two-queues" "$book/puzzles"
cp "$ROOT/kernels/34-two-queues.lua" "$book/kernels"
cp -r "$ROOT/solutions/34-two-queues" "$book/solutions"
"$WORKBENCH" --course "$book" book "$TMP/site" >/dev/null 2>&1
page=$TMP/site/puzzle-34-two-queues.html
like "$(cat "$page")" '<li>context 1, queue 2, line [0-9]+: fold, global 4, local 4, of fold.cl, after 2</li>' "a launch has its file, and what it waits for"
like "$(cat "$page")" '<li>context 1, queue 1, line [0-9]+: 8 bytes host -&gt; device, after 3</li>' "a copy waits for the launch before the last"
like "$(cat "$page")" '<li>host, line [0-9]+: synchronize context 1</li>' "and the host waits once"
like "$(cat "$page")" 'Launch 1 of 3: fold of fold.cl. The work-items' "the steps say which launch they are of"
# column NUMBER: where the box of this command stands.
column() { perl -0ne 'print $1 if m{<title>'"$1"': [^<]*</title>\s*<rect x="([0-9.]+)"}s' "$page"; }
ok "$([ -n "$(column 1)" ] && [ "$(column 1)" = "$(column 2)" ]; echo $?)" "what waits for nothing stands first, in each queue"
ok "$([ -n "$(column 4)" ] && [ "$(column 4)" = "$(column 3)" ]; echo $?)" "a copy stands beside the launch that it overlaps"
ok "$([ "$(column 6)" = "$(column 5)" ] && [ "$(column 6)" != "$(column 3)" ]; echo $?)" "and behind the one whose event it waits for"
like "$(cat "$page")" '<span class="k">local</span> case = [.]{3}' "programs are coloured as Lua, whose words are not those of C"
like "$(cat "$page")" '<span class="c">-- fold[(]power' "with its comments"
unlike "$(sed -n '/The program in the case/,/Step by step/p' "$page")" '[0-9] (ms|ns|µs)' "no time is told"
"$WORKBENCH" --course "$book" book "$TMP/site2" -j 1 >/dev/null 2>&1
is "$(diff -r "$TMP/site" "$TMP/site2" 2>&1)" "" "so that its bytes are the same each time"
is "$(perl "$ROOT/tests/cli/book_check.pl" "$TMP/site" "$TMP/site/book.css")" "" "its pages are in order"
tap_finish
