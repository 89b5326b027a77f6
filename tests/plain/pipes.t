#!/bin/bash
# The dialogue through pipes: what is refused, exit codes, saving, and what the
# screen and the command line make of the same progress.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/plain/lib.sh"
fake_course
cd "$TMP" || exit 1

# ---- beginning and ending ----
out=$(talk < /dev/null)
is "$?:$(tail -n 1 <<<"$out")" "0:1 First> " "the end of the input ends it"
out=$(printf 'qu' | talk)
is "$?:$(tail -n 1 <<<"$out")" "0:1 First> " "a last line without a newline counts"
out=$(printf 'next\r\n' | talk)
like "$out" "Puzzle 2 宽 Wide" "so does one that ends as on other systems"
out=$(printf 'rum\n' | talk)
is "$?" 1 "what could not be carried out makes the exit code 1 where a pipe asked for it"
like "$out" 'There is no command "rum". Did you mean run\?' "and the nearest command is named"
like "$(printf 're\n' | talk)" '"re" could be any of reset, restore, result' "a beginning of several is said to be so"
like "$(printf 'nex\n' | talk)" "Puzzle 2" "a beginning of one is enough"
like "$(printf ':next\n' | talk)" "Puzzle 2" "a colon before it does no harm"
like "$(printf 'workbench list\n' | talk)" "First steps +. 0/2|First steps .*0/2" "the program's name runs its command"
like "$(printf '2\n' | talk)" "Puzzle 2" "a number opens that puzzle"
like "$(printf 'open 9\n' | talk)" 'There is no puzzle "9"' "an unknown puzzle is named"
like "$(printf 'open 9\n' | talk)" '; list shows all' "and what lists them, as it is called here"
like "$(printf 'open wyde\n' | talk)" 'did you mean "02-wide"' "with the nearest one"
like "$(printf 'next now\n' | talk)" 'next takes nothing after it' "what a command does not take is refused"
like "$(printf 'zoom\n' | talk)" "zoom is for the screen" "what only the screen has is explained"
like "$(printf 'next-finding\n' | talk)" "here it is: findings next" "or named"
like "$(printf 'help run\n' | talk)" "Example: run map" "help has examples"
like "$(printf 'help\n' | talk)" "Working: edit, run, watch, reset." "and tells the names"
like "$(printf 'help all\n' | talk)" "^watch .*: run your kernel at each save" "and tells every command"
like "$(printf 'previous\n' | talk 1)" "This is the first puzzle" "nothing is before the first puzzle"
like "$(printf 'line x\n' | talk)" "line needs a number" "a line is a number"
like "$(printf 'kernel 90\n' | talk)" "The kernel has 6 lines" "of a line that there is"
like "$(printf 'data\n' | talk)" '^output float out\[4\], expected: 1, 2, 3, 4\.$' "the data of a case is told in words"
like "$(printf 'data 2\n' | talk | tr '\n' ' ')" 'inout float a\[2\]\[4\], in any order: row \[0\]: 0, 1, 2, 3; row \[1\]: 4, 5, 6, 7; expected afterwards: row' \
  "a matrix by its rows"
like "$(printf 'data two\n' | talk)" "data takes the number of a case" "a case is a number"
like "$(printf 'data hidden 1\n' | talk)" '^output float out' "hidden ones may be asked for"
like "$(printf 'data hiddenly\n' | talk)" "the word hidden" "with that word alone"
like "$(printf 'findings\n' | talk)" "not been run yet" "there are no findings before a run"
like "$(printf 'emulate nothing.cl --global 4\n' | talk)" "workbench emulate: .*nothing.cl" "commands of the command line work, too"

named=$(printf 'help all\n' | talk)
for command in $("$WORKBENCH" help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
  [ "$command" = ui ] || grep -Eq "^$command(s?)[ :]|^${command%s}[ :]" <<<"$named"
  ok $? "help tells the command line's $command"
done

# ---- scripts ----
printf 'next\nrum\nprevious\n' > "$TMP/script"
out=$("$WORKBENCH" ui 1 --plain --script "$TMP/script" 2>&1)
is $? 1 "a line that cannot be carried out ends a script"
like "$out" "script:2: this line failed" "which is named"
unlike "$out" "previous" "and the next is not carried out"
"$WORKBENCH" --plain --script /nonexistent > /dev/null 2>&1
is $? 2 "a script that is not there is a wrong usage"
"$WORKBENCH" --plain --course /nonexistent < /dev/null > /dev/null 2>&1
is $? 3 "no course is a wrong course"
"$WORKBENCH" ui --plain no-such-puzzle < /dev/null > "$TMP/out" 2>&1
is "$?:$(cat "$TMP/out")" "2:workbench: there is no puzzle \"no-such-puzzle\"; \`workbench list\` shows all" \
  "an unknown puzzle on the command line is a wrong usage"
out=$("$WORKBENCH" ui 2 --plain < /dev/null)
like "$out" "Puzzle 2" "a puzzle on the command line is opened"
printf 'list\n' | "$WORKBENCH" --plain | head -n 1 > "$TMP/head"
is "${PIPESTATUS[1]}:$(cat "$TMP/head")" "0:GPU Puzzle Workbench, plain mode." "a reader that goes away is no error"
"$WORKBENCH" --plain < /dev/null > /dev/full 2> "$TMP/full"
is "$?:$(cat "$TMP/full")" "4:workbench: cannot write: No space left on device" "an output that cannot be written is one"
TERM=dumb "$WORKBENCH" > "$TMP/status" < /dev/null
like "$(tr '\n' ' ' < "$TMP/status")" "workbench --plain" "where there is no screen, this mode is named"

# ---- progress is the same everywhere ----
editor accepted
printf 'edit\nnext\n' | talk 1 > /dev/null
like "$("$WORKBENCH" list)" "solved .*01-first" "the command line knows what was solved here"
press <<END
:wait-idle
:save-display $TMP/screen
END
like "$(cat "$TMP/screen")" "1 of 2 solved" "so does the screen"
like "$(cat "$TMP/screen")" ">. 02 " "which opens the puzzle that was open here"
like "$(head -n 1 "$WORKBENCH_WORK/01-first.cl")" "judge: accepted" "the editor had the learner's own file"
like "$(talk < /dev/null)" "Puzzle 2 " "and so does the next dialogue"

printf '#!/bin/bash\nexit 3\n' > "$TMP/editor"
like "$(printf '1\nedit\n' | talk)" "ended with exit code 3" "an editor that fails says so"
printf '#!/bin/bash\necho "$@" > %s/line\n' "$TMP" > "$TMP/editor"
like "$(printf '1\nedit\n' | talk)" "Not changed. run judges it as it is." "a file left as it was does not run"
sed 's/"$@"/"${@: -2}"/' "$TMP/editor" > "$TMP/nano" # without the options that nano gets
chmod +x "$TMP/nano"
printf 'edit 5\n' | EDITOR="$TMP/nano" talk 1 > /dev/null
is "$(cat "$TMP/line")" "+5 $WORKBENCH_WORK/01-first.cl" "edit goes to a line"
kernel compile-error 01-first
printf 'run\nedit\n' | EDITOR="$TMP/nano" talk 1 > /dev/null
is "$(cat "$TMP/line")" "+4 $WORKBENCH_WORK/01-first.cl" "or to the first error"

# ---- what is not there ----
kernel dies 01-first
like "$(printf 'run\n' | talk 1)" "Not judged: judge error" "a judge that dies is a judge error"
like "$(printf 'device\n' | talk)" "No device was found; doctor says" "without devices it says what to do"
like "$(printf 'device opencl:0.0\n' | talk)" "Kernels run on opencl:0.0 from now on" "device chooses one"
out=$(printf 'device abacus\nshow\n' | talk)
like "$out" 'There is no device "abacus" here; there are: none \(see doctor\)' "one that is not there is refused at once"
unlike "$out" "run on abacus" "and not chosen"
like "$(WORKBENCH_LIBEXEC=/nonexistent talk < /dev/null)" "workbench-judge is not" "a missing judge is named"
like "$(XDG_STATE_HOME=/proc/nowhere talk < /dev/null | tr '\n' ' ')" "progress is not kept: .*/proc/nowhere" \
  "without a place for progress everything else works"
like "$(printf 'edit\n' | WORKBENCH_WORK=/proc/nowhere talk 2)" "/proc/nowhere" "a work folder that cannot be made is named"

# ---- watching ----
kernel wrong-answer 01-first
mkfifo "$TMP/commands"
talk 1 < "$TMP/commands" > "$TMP/watched" &
exec 3> "$TMP/commands"
echo watch >&3
wait_until grep -q "Not accepted: wrong answer" "$TMP/watched"
ok $? "watching judges at once"
kernel accepted 01-first
wait_until grep -q "Accepted: right on all" "$TMP/watched"
ok $? "and at each save"
kernel endless 01-first
wait_until grep -q "Case 2 of 3, 33 percent." "$TMP/watched"
ok $? "a run that takes long says how far it is"
kernel runtime-error 01-first
wait_until grep -q "Not accepted: runtime error" "$TMP/watched"
ok $? "a save ends it and judges anew"
echo >&3
wait_until grep -q "Watching has ended" "$TMP/watched"
ok $? "Enter ends that"
printf 'watch\n' >&3
printf 'next\n' >&3
wait_until grep -q "Puzzle 2" "$TMP/watched"
ok $? "and so does the next command"
exec 3>&-
wait
is "$(grep -c "Case 2 of 3, 33 percent" "$TMP/watched")" 1 "what has not changed is not said again"

# ---- Ctrl-C without a terminal ----
kernel endless 01-first
(printf 'run\nlist\n'; exec sleep 600) > "$TMP/commands" &
sleeper=$!
"$WORKBENCH" ui 1 --plain < "$TMP/commands" > "$TMP/long" &
dialogue=$!
wait_until grep -q "Case 2 of 3, 33 percent.$" "$TMP/long"
ok $? "a long run says how far it is"
kill -TERM $dialogue
wait $dialogue
is $? 143 "SIGTERM ends it as it ends any program"
kill $sleeper
cat > "$TMP/interrupt" <<'END'
set -m
"$WORKBENCH" ui 1 --plain <> "$TMP/commands" > "$TMP/long" &
echo run > "$TMP/commands"
for _ in $(seq 3600); do
  grep -q "Case 2 of 3" "$TMP/long" && break
  sleep 0.05
done
kill -INT $!
wait $!
END
export WORKBENCH TMP
bash "$TMP/interrupt"
is $? 130 "Ctrl-C ends it, and the run, where the commands come from no terminal"

# ---- hostile words ----
mkdir -p "$WORKBENCH_WORK"
printf '// judge: wrong-answer \033[2J\233\n__kernel void first() { /* \r\a */ }\n' > "$WORKBENCH_WORK/01-first.cl"
printf 'run\nresult\nkernel\n\033[31mred\nopen \033]0;title\a\n' | talk 1 > "$TMP/hostile"
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$TMP/hostile"
is $? 1 "no control character of a kernel or a command reaches the output"
head -c 20000 /dev/zero | tr '\0' x | talk > "$TMP/endless"
is "$(grep -c "There is no command" "$TMP/endless")" 5 "a line that does not end is cut"

# ---- the editor ----
kernel runtime-error 01-first
printf '#!/bin/bash\ncp "$WORKBENCH_FINDINGS" %s\n' "$TMP/findings" > "$TMP/editor"
chmod +x "$TMP/editor"
printf 'run\nedit\nquit\n' | VISUAL='' EDITOR=$TMP/editor talk 1 > /dev/null
like "$(cat "$TMP/findings")" "work/01-first.cl:4:[0-9]+: error: out-of-bounds: reads a\[4\]" "edit tells the editor what was found"
ln -s editor "$TMP/vim"
said=$(printf 'run\nedit\nquit\n' | VISUAL='' EDITOR=$TMP/vim talk 1)
like "$said" "^(1 First> )?In your editor :cnext goes through what was found" "and you, how it goes through that"
printf '#!/bin/bash\necho "[$WORKBENCH_FINDINGS]" > %s\n' "$TMP/findings" > "$TMP/editor"
printf 'edit\nquit\n' | VISUAL='' EDITOR=$TMP/editor talk 1 > /dev/null
is "$(cat "$TMP/findings")" "[]" "and nothing before a run"
tap_finish
