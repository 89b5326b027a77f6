#!/usr/bin/env bash
# What only a terminal sees: progress, colours, questions.
. "$(dirname "$0")/../tap.sh"
command -v script >/dev/null || skip_all "there is no 'script' to make a terminal with"
. "$(dirname "$0")/device.sh"
. "$ROOT/tests/courses.sh"
file=$WORKBENCH_WORK/01-map.cl

# on_terminal COMMAND: what it writes to a terminal, then its exit code.
on_terminal() {
  TERM=${term:-xterm} NO_COLOR=${no_color-} script -qec "$1" /dev/null </dev/null 2>&1
  echo "code $?"
}
run="$WORKBENCH run map --device $DEVICE"
mkdir -p "$WORKBENCH_WORK"
busy_kernel >"$file"

# Two processors are busy until the time is up: less of it shows the same.
small_course "$TMP/short" short Short
sed -i 's/time_ms = 5000/time_ms = 1500/' "$TMP/short/puzzles/01-map/puzzle.lua"
out=$(timeout 300 bash -c "$(declare -f on_terminal); on_terminal '$run --course $TMP/short'")
like "$out" '01-map: (compiling|case 1 of [0-9]+)' "a terminal sees how far the run is"
like "$out" '[0-9]\.[0-9] s' "a terminal sees the time"
like "$out" $'\033\\[K' "the progress line is taken away"
like "$out" '^code 1' "the exit code is the same"
# Keys come from a pipe that stays open until all has been said.
mkfifo "$TMP/keys"
# Started in the background, where a shell ignores SIGINT. The shell inside
# meets the Ctrl-C too, and must live to say the code.
TERM=xterm perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' script -qefc "trap : INT; $run; echo code \$?" /dev/null <"$TMP/keys" >"$TMP/screen" 2>&1 &
exec 3>"$TMP/keys"
wait_until grep -aq 'case 1 of' "$TMP/screen"
printf '\003' >&3
wait_until grep -aq '^code [0-9]' "$TMP/screen"
exec 3>&-
wait
out=$(cat "$TMP/screen")
like "$out" 'interrupted' "Ctrl-C on a terminal interrupts the run"
like "$out" 'code 130' "Ctrl-C on a terminal gives 130"
cp "$COURSE/solutions/01-map/accepted.cl" "$file"
like "$(on_terminal "$run")" $'\033\\[[0-9;]*m' "a terminal gets colours"
unlike "$(no_color=1 on_terminal "$run")" $'\033\\[3[0-9]' "NO_COLOR takes the colours away"
unlike "$(term=dumb on_terminal "$run")" $'\033' "TERM=dumb gets plain text"
like "$(term=dumb on_terminal "$WORKBENCH")" 'puzzles solved' "TERM=dumb gets the status, not the screen"

answer() {
  printf '%s\n' "$1" | TERM=xterm script -qec "$WORKBENCH reset map" /dev/null 2>&1
  echo "code $?"
}
echo '// mine' >>"$file"
out=$(answer n)
like "$out" 'Put the starter back' "reset asks on a terminal"
like "$out" 'Your file is unchanged' "no means no"
is "$(tail -n 1 "$file")" "// mine" "the file is as it was"
out=$(answer y)
like "$out" 'The starter is back' "yes means yes"
cmp -s "$file" "$COURSE/kernels/01-map.cl"
ok $? "the starter is back"

tap_finish
