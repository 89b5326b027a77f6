#!/bin/bash
# What others wrote (kernels, compilers, file names, titles, editors) cannot
# command the terminal: nothing of it is among the bytes that reach it.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/tui/tmux.sh"
fake_course

evil=$'\e[2J\e[H\e]0;owned\a\e]52;c;b3duZWQ=\e\\\e[?1049l\ec\e(0\xc2\x9b31m\x9b2J\xe2\x80\xaeevil\a'

# A course and a folder whose very names are hostile. (The fake judge writes paths into JSON as they are.)
course=$TMP/course-$'\e]0;owned\a'
cp -R "$ROOT/tests/tui/course" "$course"
judge=$TMP/judge
cp -R "$ROOT/tests/tui/judge" "$judge"
sed -i '1s/"title":"First"/"title":"\\u001b]0;owned\\u0007\\u001b[2J\\u009b31mFirst\\u202e"/; 1s/"concept":"/"concept":"\\u001bc/' \
  "$judge/describe.jsonl"
export WORKBENCH_COURSE=$course WORKBENCH_LIBEXEC=$judge WORKBENCH_WORK=$TMP/work-$'\xc2\x9b31m\xe2\x80\xae'
mkdir -p "$WORKBENCH_WORK"
printf '%s\n' "# Lesson $evil" "text $evil text" '```' "$evil" '```' > "$course/puzzles/01-first/lesson.md"
kernel_with() {
  {
    echo "// judge: $1"
    echo "// a comment $evil"
    echo "__kernel void first(__global float *out) { out[0] = 1; } /* $evil */"
    head -c 9000 /dev/zero | tr '\0' 'x'
  } > "$WORKBENCH_WORK/01-first.cl"
}

cat > "$TMP/editor" <<END
#!/bin/bash
stty raw -echo
cat "$TMP/evil"
printf 'EDITOR'
IFS= read -r -n 1
END
printf '%s' "$evil" > "$TMP/evil"
chmod +x "$TMP/editor"
export VISUAL= EDITOR=$TMP/editor

# No sequence of theirs, no bell, no C1 control, nothing that turns text round.
# Titles, clipboards and resets are nobody's.
only_ours() {
  local raw=$TMP/raw
  ! LC_ALL=C grep -aq -e $'\e]' -e $'\ec' -e $'\a' -e $'\xc2\x9b' -e $'\xe2\x80\xae' -e $'\e(0q' "$raw"
  ok $? "$1: none of it reaches the terminal"
  LC_ALL=C grep -aq -e '[[:print:]]' "$raw"
  ok $? "$1: though something does"
}

# As `script` keeps every byte that is written to the terminal.
show() {
  local width=$1
  shift
  t kill-server 2> /dev/null
  terminals=$((terminals + 1))
  socket=$TMP/tmux.$terminals
  rm -f "$TMP/raw"
  t new-session -d -s w -x "$width" -y 30 "exec script -qefc '$WORKBENCH ui 1' '$TMP/raw'" ||
    skip_all "tmux cannot start"
  wait_for "H shows hint"
}
press_keys() { t send-keys -t w "$@"; }
finish() {
  press_keys :q Enter
  wait_until tmux_gone
}
tmux_gone() { ! t has-session -t w 2> /dev/null; }

command -v script > /dev/null || skip_all "script is not installed"

kernel_with hostile
show 110
press_keys 2 G g 3 G g
press_keys r
wait_for "runtime error|run-time error"
ok $? "a hostile result is shown"
press_keys 4 + G PageUp g ] ] 3 _ 4 1 '/' o w n Enter Escape
press_keys ':' x Escape '?' Escape
press_keys n p
sleep 0.3
finish
only_ours "a hostile result"
LC_ALL=C grep -aq $'\xe2\x90\x9b' "$TMP/raw" # ␛
ok $? "escapes are seen as pictures"

show 110
press_keys 3 i
wait_for "EDITOR"
ok $? "an editor that draws hostile bytes is shown"
press_keys x
sleep 0.3
finish
only_ours "a hostile editor"

# In a locale without UTF-8 nothing beyond ASCII is written at all.
export LC_ALL=C
kernel_with hostile
show 80
press_keys r
wait_for "runtime error|run-time error"
ok $? "a hostile result is shown in ASCII"
press_keys 4 G
sleep 0.3
finish
only_ours "ASCII"
unlike "$(LC_ALL=C grep -a -o '[^[:print:][:cntrl:]]' "$TMP/raw" | head -n 3)" . "no byte beyond ASCII is written"
tap_finish
