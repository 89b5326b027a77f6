#!/usr/bin/env bash
# Why a solution works is told once a puzzle is solved, or given up, and never before.
. "$(dirname "$0")/../tap.sh"
export XDG_STATE_HOME=$TMP/state XDG_CACHE_HOME=$TMP/cache WORKBENCH_WORK=$TMP/work
said=$(sed -n '1s/^#* *//p' "$COURSE/puzzles/01-map/explained.md")
like "$said" '[A-Za-z]' "the explanation begins with a heading"

unlike "$("$WORKBENCH" show map 2>/dev/null)" "$said" "show does not tell it before"
unlike "$(printf 'lesson all\nresult\n' | "$WORKBENCH" --plain 1 2>&1)" "$said" "nor does the dialogue"
like "$(printf 'solution spoil\n' | "$WORKBENCH" ui --plain 1 2>&1)" "$said" "who gives the puzzle up is told"
unlike "$("$WORKBENCH" show map)" "$said" "and that does not solve it"
like "$(printf 'lesson why\n' | "$WORKBENCH" --plain 1 2>&1)" "once the puzzle is solved" "the dialogue says when it is told"

# on_screen KEYS...: each on a line, and then what the screen shows.
on_screen() {
  (printf '%s\n' ":puzzle 1" ":wait-idle" "$@" ":wait-idle" ":save-display $TMP/screen") >"$TMP/script"
  (cd "$ROOT" && LINES=40 COLUMNS=100 "$WORKBENCH" ui --script "$TMP/script") >/dev/null 2>&1
  cat "$TMP/screen"
}
unlike "$(on_screen 2 + G)" "$said" "the screen does not show it before"
like "$(on_screen s y :wait-idle Esc)" "$said" "but to who gives the puzzle up there"

mkdir -p "$TMP/work"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/work/01-map.cl"
"$WORKBENCH" run map >"$TMP/run" 2>&1
is "$?" 0 "the puzzle is solved"
like "$(cat "$TMP/run")" 'workbench show 01-map. now explains' "and the report says what explains it"
like "$("$WORKBENCH" show map)" "$said" "show tells it from then on"
like "$(printf 'lesson why\n' | "$WORKBENCH" --plain 1 2>&1)" "$said" "lesson why does in the dialogue"
is "$("$WORKBENCH" solution map)" "$(cat "$COURSE/solutions/01-map/accepted.cl")" "solution gives a file the kernel alone"

last=$(grep -v '^$' "$COURSE/puzzles/01-map/explained.md" | tail -1 | grep -oE '[A-Za-z]{6,}' | tail -1)
like "$(on_screen 2 + G)" "$last" "the screen has it below the lesson"
out=$(on_screen q r :wait-result) # q: all panes, as the last screen was zoomed
like "$out" "2 why it works" "the verdict points to it"
like "$out" "$said" "and the lesson is scrolled there"
unlike "$(on_screen ":puzzle 2" ":puzzle 1")" "$said" "a puzzle that was solved before opens at its lesson"

# ---- once all are solved ----
for folder in "$COURSE"/solutions/*/; do
  puzzle=$(basename "$folder")
  cp "$folder/accepted.cl" "$TMP/work/$puzzle.cl"
  "$WORKBENCH" run "$puzzle" >/dev/null
done
next="All puzzles are solved. What comes next"
like "$("$WORKBENCH" </dev/null)" "$next" "the shell says what comes after the last puzzle"
like "$("$WORKBENCH" list)" "workbench run 1 --stats +compare what your kernels cost" "so does its list, in its words"
like "$(printf 'run\n' | "$WORKBENCH" --plain 6 2>&1)" "$next" "so does the dialogue"
like "$(printf 'run\n' | "$WORKBENCH" --plain 6 2>&1)" "counters: compare what your kernels cost" "in its own"
tap_finish
