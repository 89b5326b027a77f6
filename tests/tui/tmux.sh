# For tests in a real terminal, through tmux: source it after tests/tap.sh.
#
# open_terminal COLUMNS LINES [COMMAND]: a command, or else a shell, in a new one;
# start_workbench [ARGUMENT…] in that shell.
# keys KEY…, screen, wait_for PATTERN, wait_gone PATTERN: what is typed and shown.
# terminal_is_back WHEN: checks that the shell has its screen, modes and cursor again.
command -v tmux > /dev/null || skip_all "tmux is not installed"
export LC_ALL=C.UTF-8 TERM=xterm-256color
socket=$TMP/tmux.0
t() { tmux -S "$socket" -f /dev/null "$@"; }
trap 't kill-server 2> /dev/null; rm -rf "$TMP"' EXIT

# The shell prints nothing but its prompt "$ ".
terminals=0
open_terminal() {
  t kill-server 2> /dev/null
  terminals=$((terminals + 1))
  socket=$TMP/tmux.$terminals
  t new-session -d -s w -x "$1" -y "$2" "${3:-PS1='$ ' exec bash --norc --noprofile}" 2> "$TMP/tmux-error" ||
    skip_all "tmux cannot start: $(cat "$TMP/tmux-error")"
  t set-option -g status off
  t set-option -g default-terminal screen-256color
  [ $# -gt 2 ] || wait_for '^\$ ?$'
}
keys() { t send-keys -t w "$@"; }
screen() { t capture-pane -p -t w; }
# wait_for PATTERN: until the screen has it; for three minutes, which is a hang on any machine.
wait_for() {
  local end=$((SECONDS + 180))
  while [ $SECONDS -lt $end ]; do
    if screen | grep -Eq -- "$1"; then return 0; fi
    sleep 0.05
  done
  echo "# no /$1/ on the screen:"
  screen | sed 's/^/#   /'
  return 1
}
wait_gone() {
  local end=$((SECONDS + 180))
  while [ $SECONDS -lt $end ]; do
    if ! screen | grep -Eq -- "$1"; then return 0; fi
    sleep 0.05
  done
  return 1
}
start_workbench() {
  keys "stty -g > $TMP/modes-before; $WORKBENCH ui $*" Enter
  wait_for "Tab pane"
}
# After the workbench: the shell's screen, the cursor and the modes are back.
terminal_is_back() {
  wait_for '^\$ ?$'
  ok $? "$1: the shell is back"
  unlike "$(screen)" "1 Puzzles" "$1: so is its screen"
  is "$(t display-message -p -t w '#{alternate_on} #{cursor_flag} #{mouse_any_flag}')" "0 1 0" \
    "$1: full screen, hidden cursor and mouse are off"
  rm -f "$TMP/modes-after"
  keys "stty -g > $TMP/modes-after; clear" Enter
  wait_until test -s "$TMP/modes-after"
  is "$(cat "$TMP/modes-after")" "$(cat "$TMP/modes-before")" "$1: the modes are as they were"
}
# The shell's child. Without ps and pgrep, which a small machine does not have.
workbench_pid() {
  local shell
  shell=$(t display-message -p -t w '#{pane_pid}')
  tr -d ' ' < "/proc/$shell/task/$shell/children"
}
# The files of their command lines, whose words end with NUL.
judges_of_this_test() {
  grep -alsF -- "$WORKBENCH_WORK" /proc/[0-9]*/cmdline | xargs -r grep -alsF workbench-judge
}
