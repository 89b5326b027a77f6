#!/bin/bash
# The workbench in a real terminal (tmux): what reaches the screen, resizing,
# Ctrl-Z, and that the terminal comes back on every way out.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/tui/tmux.sh"
fake_course

open_terminal 80 24
start_workbench
wait_for "01 First"
ok $? "the list is shown"
keys j
wait_for ">. 02 宽 Wide"
keys Enter
wait_for "宽字符占两列"
keys ":save-display $TMP/saved" Enter
wait_until test -s "$TMP/saved"
same_as_saved() { [ "$(screen)" = "$(cat "$TMP/saved")" ]; }
wait_until same_as_saved
is "$(screen)" "$(cat "$TMP/saved")" \
  "the terminal shows what :save-display writes, wide characters included"

t resize-window -t w -x 120 -y 40
wait_for "GPU Puzzle Workbench"
ok $? "a larger window shows all panes"
t resize-window -t w -x 40 -y 12
wait_gone "GPU Puzzle Workbench"
t resize-window -t w -x 20 -y 6
sleep 0.3
t resize-window -t w -x 6 -y 2
sleep 0.3
t resize-window -t w -x 80 -y 24
wait_for "Tab pane"
ok $? "it lives through 40x12, 20x6 and 6x2"

# A press and a release of button 1 at column and line, from 1, as xterm says it.
click() {
  local at
  at=$(printf '%x %x' $((32 + $1)) $((32 + $2)))
  # shellcheck disable=SC2086
  t send-keys -t w -H 1b 5b 4d 20 $at 1b 5b 4d 23 $at
}
keys 1
wait_for '\[1 Puzzles\]'
click 5 4
wait_for ">. 01"
ok $? "a click selects a puzzle"
click 26 1
wait_for '\[3 Kernel\]'
ok $? "a click on a tab opens its pane"
keys :mouse Enter
click 5 1
sleep 0.2
like "$(screen)" '\[3 Kernel\]' "m leaves the mouse to the terminal"
keys :mouse Enter

# A paste of "QQ:" between its marks, and a click that was cut off.
t send-keys -t w -H 1b 5b 32 30 30 7e 51 51 3a 1b 5b 32 30 31 7e
t send-keys -t w -H 1b 5b 3c 30 3b 31
keys Tab
wait_for '\[4 Result\]'
ok $? "neither what is pasted nor half a click is taken for keys, nor holds them up"
keys 3

kill -TSTP "$(workbench_pid)"
wait_for "Stopped"
ok $? "SIGTSTP gives the terminal back"
keys clear Enter fg Enter
wait_for "Tab pane"
keys C-z
wait_for "Stopped"
ok $? "Ctrl-Z goes back to the shell"
keys fg Enter
wait_for "Tab pane"
ok $? "fg comes back"
keys :q Enter
terminal_is_back "after quitting"

# ---- editing in the terminal ----
open_terminal 100 30
cat > "$TMP/vi" <<END
#!/bin/bash
trap : INT QUIT
kill -INT 0 # as Ctrl-C does
kill -QUIT 0 # and Ctrl-\\
echo "the editor has the terminal"
sed -i '1i // judge: runtime-error' "\${!#}"
read -r _
END
chmod +x "$TMP/vi"
keys "export EDITOR=$TMP/vi VISUAL=" Enter
start_workbench 1
keys :edit-bare Enter
wait_for "the editor has the terminal"
ok $? "E gives the terminal to the editor"
unlike "$(screen)" "leaves the editor|work/01-first.cl" "with nothing of the workbench around it"
keys Enter
wait_for "✗ line 4: out-of-bounds"
ok $? "coming back shows the findings"
wait_for "✗ [0-9] .*"
ok $? "and marks their lines"
unlike "$(screen)" "Ctrl-C again quits|cancelled" "Ctrl-C in the editor was the editor's"
keys :q Enter
terminal_is_back "after an editor"

# An editor that asks for the mouse and for a cursor of its own, and says what it reads.
open_terminal 80 24
cat > "$TMP/mouse-editor" <<'END'
#!/usr/bin/perl
$| = 1;
system 'stty raw -echo';
print "\e[?1049h\e[?1002h\e[?1006h\e[5 q\e[HMOUSE EDITOR\r\n";
while (sysread STDIN, my $key, 1) {
  exit if $key eq 'x';
  print $key eq "\e" ? "\r\nESC" : $key;
}
END
chmod +x "$TMP/mouse-editor"
keys "export EDITOR=$TMP/mouse-editor VISUAL=" Enter
start_workbench 1
t pipe-pane -t w "cat > $TMP/written"
keys e
wait_for "MOUSE EDITOR"
written() { grep -q "$1" "$TMP/written"; }
wait_until written $'\e\\[5 q'
ok $? "an editor in the pane gives the cursor its shape"
# report TEXT: what xterm sends of the mouse, "0;5;3M" for a press at column 5, line 3.
report() {
  # shellcheck disable=SC2046
  t send-keys -t w -H 1b 5b 3c $(printf '%s' "$1" | od -An -tx1)
}
report '0;5;4M'
wait_for '^ESC\[<0;5;3M'
ok $? "a click in it is the editor's, from the pane's corner"
report '32;7;5M'
wait_for '^ESC\[<32;7;4M'
report '0;7;5m'
wait_for '^ESC\[<0;7;4m'
ok $? "as are drags and releases"
keys C-]
wait_until written $'\e\\[0 q'
ok $? "another pane has the terminal's own cursor"
keys C-] x
wait_for "Not changed"
keys :q Enter
terminal_is_back "after an editor with the mouse"

# ---- cancelling and leaving ----
kernel endless 01-first
start_workbench 1
keys r
wait_for "running case 2 of 3"
ok $? "a running kernel shows how far it is"
[ -n "$(judges_of_this_test)" ]
ok $? "its judge is another process"
seconds() { screen | grep -o '[0-9]*\.[0-9] s'; }
first=$(seconds)
goes_on() { [ "$first" != "$(seconds)" ]; }
wait_until goes_on
ok $? "and its time goes on"
keys ?
wait_for "Keys everywhere"
ok $? "the screen answers meanwhile"
keys Escape
wait_gone "^Keys"
keys C-c
wait_for "cancelled"
ok $? "Ctrl-C cancels"
no_judge() { [ -z "$(judges_of_this_test)" ]; }
wait_until no_judge
ok $? "and leaves no process behind"
keys C-c
wait_for "Ctrl-C again quits"
pid=$(workbench_pid)
ends() { keys C-c; sleep 0.2; ! kill -0 "$pid"; }
wait_until ends
terminal_is_back "after Ctrl-C"

for signal in TERM HUP INT; do
  start_workbench
  pid=$(workbench_pid)
  kill -"$signal" "$pid"
  if [ "$signal" = INT ]; then
    # A second one quits for three seconds, which are over soon on a busy machine.
    wait_for "Ctrl-C again quits"
    ends() { kill -INT "$pid"; sleep 0.2; ! kill -0 "$pid"; }
    wait_until ends
  fi
  terminal_is_back "after SIG$signal"
done

for signal in SEGV ABRT QUIT; do
  keys "ulimit -c 0; clear" Enter
  sleep 0.2
  start_workbench
  kill -"$signal" "$(workbench_pid)"
  wait_for "ended by signal"
  ok $? "SIG$signal: a report says what happened"
  terminal_is_back "after SIG$signal"
done

# ---- looks ----
open_terminal 100 30
keys "unset NO_COLOR; clear" Enter
sleep 0.2
start_workbench 1
like "$(t capture-pane -p -e -t w)" $'\e\\[[0-9;]*3[0-9]' "there is colour"
keys :q Enter
wait_for '^\$ ?$'
keys "export NO_COLOR=1; clear" Enter
sleep 0.2
start_workbench 1
unlike "$(t capture-pane -p -e -t w)" $'\e\\[[0-9;]*[34][0-8]m' "NO_COLOR switches it off"
like "$(t capture-pane -p -e -t w)" $'\e\\[7m' "the selection is still seen"
keys :q Enter
wait_for '^\$ ?$'
tap_finish
