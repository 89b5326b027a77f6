#!/bin/bash
# The learner's editor in the kernel's pane.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
shown() { cat "$TMP/$1"; }

# An editor of few keys: s saves what the fake judge answers "accepted" to, w a
# wrong answer, x ends, z ends badly, g writes garbage, others are shown.
cat > "$TMP/few-keys" <<'END'
#!/bin/bash
file=${!#}
size() { stty size | tr ' ' x; }
# What is waited for comes last.
draw() {
  drawn=$(size)
  printf '\033[2J\033[Hargs:%s\r\nsize:%s\r\n' "$(basename "$file")${line:+ at $line}" "$drawn"
  printf '\033[7mFEW KEYS %s\033[0m' "$1"
}
[ $# -gt 1 ] && line=$1
save() { sed -i "1s|.*|// judge: $1|" "$file"; }
stty raw -echo
draw ready
while :; do
  IFS= read -r -n 1 -t 0.1 key || { [ "$(size)" = "$drawn" ] || draw resized; continue; }
  case $key in
    s) save accepted; draw saved ;;
    w) save runtime-error; draw saved ;;
    g) printf '\033]0;title\007\033[?1049h\033[200;200Hout\033[31m\033(0qqq\033[5;1Hgarbage\033[99999C\033c\033[2;1Hstill here' ;;
    x) exit 0 ;;
    z) exit 5 ;;
    $'\035') printf 'leaked' ;;
    *) printf '\r\nkey:%s' "$(printf %s "$key" | od -An -tx1 | tr -d ' \n')" ;;
  esac
done
END
chmod +x "$TMP/few-keys"
ln -s few-keys "$TMP/nano" # editors of this name are told the line
export VISUAL= EDITOR=$TMP/nano LINES=30 COLUMNS=110

kernel wrong-answer 01-first
press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
:save-display $TMP/open
q
:wait-text key:71
s
:wait-result
:save-display $TMP/saved
Ctrl-]
:save-display $TMP/left
j
Ctrl-]
:save-display $TMP/back
x
:wait-text first(
:save-display $TMP/closed
END
like "$(shown open)" "3 Kernel .*01-first.cl in your editor" "the pane says whose it is"
like "$(shown open)" "args:01-first.cl" "the editor has the learner's own file"
like "$(shown open)" "size:[0-9]+x6[0-9]" "and the size of its pane"
like "$(tail -n 1 "$TMP/open")" "^Ctrl-\] leaves the editor" "the key that leaves it is shown"
like "$(shown saved)" "FEW KEYS saved.*" "the editor stays"
like "$(shown saved)" "accepted" "saving in it runs the puzzle, with the result beside it"
like "$(shown saved)" "2 Lesson" "and the lesson"
like "$(shown left)" "═ 4 Result ═" "the key gives the keys to another pane"
like "$(shown left)" "The editor waits in pane 3" "and says how to come back"
unlike "$(shown back)" "leaked|key:6a" "what is typed elsewhere does not reach the editor"
like "$(shown back)" "═ 3 Kernel ═" "the same key goes back"
unlike "$(shown closed)" "FEW KEYS" "when the editor ends, the pane shows the kernel again"

kernel runtime-error 01-first
press 1 <<END
:wait-idle
r
:wait-result
4 j j j Enter
:wait-text FEW KEYS
:save-display $TMP/finding
x
:wait-text first(
END
like "$(shown finding)" "args:01-first.cl at \+4" "Enter on a finding opens the editor there"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
:resize 90x20
:wait-text size:8x53
:wait-text resized
:save-display $TMP/small
:resize 40x12
:wait-text size:8x40
Ctrl-]
:resize 3x2
:resize 110x30
3
:wait-text size:13x
:wait-text resized
:save-display $TMP/large
x
:wait-text first(
END
like "$(shown small)" "size:[0-9]+x[0-9]+" "a new size reaches the editor"
like "$(shown large)" "FEW KEYS resized" "it survives a screen too small for it"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
g
:wait-text still here
:save-display $TMP/garbage
x
:wait-text first(
END
is "$(wc -l <"$TMP/garbage")" 30 "an editor's escapes do not leave its pane"
like "$(head -n 1 "$TMP/garbage")" "GPU Puzzle Workbench" "the header is untouched"
like "$(shown garbage)" "2 Lesson" "so is the lesson"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
Ctrl-]
R
:save-display $TMP/reset
s
:wait-text From your kernel to our solution
Esc
:save-display $TMP/solution
1 j
i
:save-display $TMP/elsewhere
k
Q
:save-display $TMP/quit
n
3
:wait-text FEW KEYS
z
:wait-text exit code
:save-display $TMP/failed
END
like "$(shown reset)" "Close your editor first" "reset does not pull the file from under the editor"
like "$(shown solution)" "in your editor" "and the solution lies over it, for a while"
like "$(shown elsewhere)" "still open on 01-first" "another kernel has to wait for the editor"
like "$(shown quit)" "Your editor is still open; .* Quit all the same\? \(y/n\)" "quitting asks"
like "$(shown failed)" 'the editor ".*nano" \(\$EDITOR\) ended with exit code 5' "an editor that fails says so"

press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
Ctrl-]
Q
y
:save-display $TMP/never
END
[ ! -e "$TMP/never" ]
ok $? "y quits all the same"
editors() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c "$TMP/[n]ano"; }
is "$(editors)" 0 "and takes the editor along"

EDITOR=/nonexistent/editor press 1 <<END
:wait-idle
3 i
:wait-text cannot be run
:save-display $TMP/missing
END
like "$(shown missing)" 'the editor "/nonexistent/editor" \(\$EDITOR\) cannot be run' "an editor that is not there is named"

LC_ALL=C press 1 <<END
:wait-idle
3 i
:wait-text FEW KEYS
:save-display $TMP/ascii
x
:wait-text first(
END
unlike "$(shown ascii)" '[^ -~]' "without UTF-8 the pane is ASCII"
tap_finish
