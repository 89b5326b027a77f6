#!/usr/bin/env bash
# Our solution, and the same in CUDA and in Mojo, in every face.
. "$(dirname "$0")/../tap.sh"
export XDG_STATE_HOME=$TMP/state XDG_CACHE_HOME=$TMP/cache
cp -r "$COURSE" "$TMP/course"
export WORKBENCH_COURSE=$TMP/course
solutions=$TMP/course/solutions
rm -f "$solutions"/*/accepted.{cu,mojo}
printf '// As in CUDA.\n__global__ void map(float *out) {\n}\n' >"$solutions/01-map/accepted.cu"
printf '# As in Mojo.\nfn map():\n  pass\n' >"$solutions/01-map/accepted.mojo"

# ---- the shell ---------------------------------------------------------------------------
# refuses CODE WORDS NAME ARGUMENT...
refuses() {
  "$WORKBENCH" solution "${@:4}" >"$TMP/out" 2>&1
  is "$?" "$1" "$3"
  like "$(cat "$TMP/out")" "$2" "and why"
}
refuses 1 'not solved' "it is not shown in CUDA either before one's own is accepted" map --language cuda
is "$("$WORKBENCH" solution map --language cuda --spoil)" "$(cat "$solutions/01-map/accepted.cu")" "unless it is asked for all the same"
mkdir -p "$TMP/work"
cp "$solutions/01-map/accepted.cl" "$TMP/work/01-map.cl"
"$WORKBENCH" run map >/dev/null 2>&1
is "$("$WORKBENCH" solution map)" "$(cat "$solutions/01-map/accepted.cl")" "a file gets ours alone"
is "$("$WORKBENCH" solution map --language mojo)" "$(cat "$solutions/01-map/accepted.mojo")" "or that in Mojo"
refuses 2 '02-.* has no solution in CUDA, only the course.s' "a puzzle may have it in no other language" 2 --language cuda --spoil
refuses 2 'takes cuda\|mojo, not .metal.' "other languages are none" map --language metal
out=$(script -qec "'$WORKBENCH' solution map" /dev/null </dev/null)
like "$out" 'In CUDA: workbench solution map --language cuda' "on a terminal it says how the others are read"
like "$out" 'In Mojo: workbench solution map --language mojo' "both of them"

# ---- the dialogue ------------------------------------------------------------------------
talk() { printf '%s\n' "$@" | "$WORKBENCH" --plain 1 2>&1 | tr '\n' ' '; }
out=$(talk solution)
like "$out" 'Our solution:' "the dialogue reads ours"
like "$out" 'solution cuda reads it in CUDA' "and says how the others are read"
like "$(talk 'solution cuda')" 'Our solution in CUDA:.*1: // As in CUDA' "solution cuda reads it in CUDA"
like "$(talk 'solution map mojo')" 'Our solution in Mojo:.*fn map' "a puzzle may be named before"
like "$(talk 'solution 2 mojo spoil')" 'has no solution in Mojo' "a language that is not there is refused"

# ---- the screen --------------------------------------------------------------------------
# on_screen KEYS...: what is shown after them.
on_screen() {
  printf '%s\n' ":puzzle 1" ":wait-idle" "$@" ":wait-idle" ":save-display $TMP/screen" >"$TMP/script"
  (cd "$ROOT" && LINES=24 COLUMNS=80 "$WORKBENCH" ui --script "$TMP/script") >/dev/null 2>&1
  cat "$TMP/screen"
}
like "$(on_screen s)" 'From your kernel to our solution: .*s in CUDA' "s shows ours, and what s shows next"
out=$(on_screen s :wait-idle s)
like "$out" 'From our solution to our solution in CUDA: .*s in Mojo' "s again shows it in CUDA beside ours"
like "$out" '__global__ void map' "that text"
out=$(on_screen s :wait-idle s :wait-idle s)
like "$out" 'From our solution to our solution in Mojo' "once more in Mojo"
unlike "$out" ' s in ' "which is the last"
unlike "$(on_screen s :wait-idle s :wait-idle s :wait-idle s)" 'our solution in' "then the panes are back"
like "$(on_screen s :wait-idle s :wait-idle Esc :wait-idle s)" 'From your kernel to our solution:' "the next time it begins with ours"
rm "$solutions/01-map/accepted.cu"
like "$(on_screen s :wait-idle s)" 'our solution in Mojo' "a language that is not there is passed over"
printf 'a\n' >"$solutions/01-map/accepted.cu"

# ---- the book, and authors ---------------------------------------------------------------
"$WORKBENCH" book "$TMP/site" --no-traces >/dev/null
like "$(cat "$TMP/site/puzzle-01-map.html")" '<details id="solution.mojo"><summary>The same in Mojo</summary>' "the book has it, folded"
unlike "$(cat "$TMP/site/print.html")" 'The same in Mojo' "but for the pages to print"
unlike "$("$WORKBENCH" check map --quick 2>&1)" 'stray-files' "authors may put them there"
printf '\xff\n' >"$solutions/01-map/accepted.mojo"
like "$("$WORKBENCH" check map --quick 2>&1)" 'accepted.mojo:1: .*not UTF-8' "as texts that are UTF-8"
mv "$solutions/01-map/accepted.cu" "$solutions/01-map/acepted.cu"
like "$("$WORKBENCH" check map --quick 2>&1)" 'nothing reads .*acepted.cu' "and by these names"
tap_finish
