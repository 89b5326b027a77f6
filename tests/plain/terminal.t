#!/bin/bash
# The dialogue in a real terminal (tmux): Ctrl-C, Ctrl-D, Ctrl-Z, an editor, and
# every byte that reaches the terminal.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/tui/tmux.sh"
fake_course
export TERM=dumb
open_terminal 60 30
screen() { t capture-pane -p -t w -S -200; }
last() { screen | grep -v '^$' | tail -n 1; }
shows() { screen | grep -Eq -- "$1"; }
at() { last | grep -Eq -- "$1"; }
# times N PATTERN: on so many lines by now. A dumb terminal cannot be cleared.
times() { [ "$(screen | grep -Ec -- "$2")" -ge "$1" ]; }
start_dialogue() {
  keys "$WORKBENCH ui --plain $*" Enter
  wait_until at '^1 First> *$'
}
no_judge() { [ -z "$(judges_of_this_test)" ]; }

kernel endless 01-first
start_dialogue 1
ok $? "the dialogue begins in a dumb terminal"
keys run Enter
wait_until shows "Case 2 of 3, 33 percent"
ok $? "a long run says how far it is"
shows " Ctrl-C cancels.$"
ok $? "and how it is cancelled"
keys C-c
wait_until shows "Cancelled. quit, or Ctrl-D, leaves."
ok $? "Ctrl-C cancels it"
wait_until at '^1 First> *$'
ok $? "and asks for the next command"
wait_until no_judge
ok $? "no judge is left"
keys C-c
wait_until shows "Nothing is running. quit, or Ctrl-D on an empty line,"
ok $? "where nothing runs, Ctrl-C says how to leave"

keys "nex" C-z
wait_until shows "Stopped"
ok $? "Ctrl-Z goes back to the shell"
keys fg Enter
wait_until at '^1 First> *$'
ok $? "fg comes back to the prompt"
keys next Enter
wait_until at '^2 宽 Wide> *$'
ok $? "and commands are heard again"
keys p Enter
wait_until at '^1 First> *$'

keys run Enter
wait_until times 2 "Case 2 of 3, 33 percent"
keys C-z
wait_until at '^\$ ?$'
ok $? "Ctrl-Z works while a kernel runs"
keys fg Enter
wait_until times 3 "Case 2 of 3, 33 percent"
ok $? "fg says again how far it is"
keys C-c
wait_until at '^1 First> *$'
ok $? "so does Ctrl-C afterwards"

keys watch Enter
wait_until times 4 "Case 2 of 3, 33 percent"
keys C-c
wait_until shows "Watching has ended"
ok $? "Ctrl-C ends watching"
kernel accepted 01-first
keys watch Enter
wait_until shows "First is solved"
keys Enter
wait_until times 2 "Watching has ended"
ok $? "so does Enter"

# ---- the editor ----
cat > "$TMP/vi" <<END
#!/bin/bash
trap : INT
kill -INT 0 # as Ctrl-C does
echo "the editor has the terminal"
sed -i '1i // judge: runtime-error' "\${!#}"
read -r _
END
chmod +x "$TMP/vi"
keys quit Enter
wait_until at '^\$ ?$'
ok $? "quit leaves"
keys "export EDITOR=$TMP/vi VISUAL=" Enter
start_dialogue 1
keys edit Enter
wait_until shows "the editor has the terminal"
ok $? "edit gives the terminal to the editor"
keys Enter
wait_until shows "Not accepted: runtime error: line 4"
ok $? "coming back judges what changed"
keys C-d
wait_until at '^\$ ?$'
ok $? "Ctrl-D leaves"

# ---- a terminal that goes away ----
seen=$(screen | grep -c "Case 2 of 3, 33 percent")
kernel endless 01-first
start_dialogue 1
keys run Enter
wait_until times $((seen + 1)) "Case 2 of 3, 33 percent"
a_judge() { ! no_judge; }
wait_until a_judge
ok $? "a judge runs"
t kill-server
wait_until no_judge
ok $? "and is gone with the terminal"
for file in $(judges_of_this_test); do
  echo "# $(tr '\0' ' ' < "$file") $(grep -E 'State|PPid' "${file%cmdline}status" | tr '\n\t' '  ')"
done

# ---- every byte ----
t new-session -d -s w -x 60 -y 30 "PS1='$ ' exec bash --norc --noprofile"
kernel runtime-error 01-first
wait_until at '^\$ ?$'
keys "script -qec '$WORKBENCH ui --plain 1' $TMP/bytes" Enter
wait_until at '^1 First> *$'
keys list Enter result Enter run Enter findings Enter "lesson all" Enter kernel Enter
wait_until shows "work/01-first.cl, 8 lines"
keys C-c
wait_until shows "Nothing is running"
keys quit Enter
wait_until at '^\$ ?$'
tr -d '\r' < "$TMP/bytes" | grep -v '^Script' > "$TMP/said"
like "$(cat "$TMP/said")" "Nothing is running" "what reached the terminal was kept"
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$TMP/said"
is $? 1 "none of it is a control character"
grep -Ev '^[0-9]+: ' "$TMP/said" | sed 's/^1 First> //' | grep -E '^.{61,}' > "$TMP/wide"
is "$(cat "$TMP/wide")" "" "and no line but source is wider than the terminal"
tap_finish
