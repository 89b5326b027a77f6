#!/usr/bin/env bash
# Why a solution works is told once a puzzle is solved, or given up, and never before.
. "$(dirname "$0")/../tap.sh"
export XDG_STATE_HOME=$TMP/state XDG_CACHE_HOME=$TMP/cache WORKBENCH_WORK=$TMP/work
said=$(sed -n '1s/^#* *//p' "$ROOT/puzzles/01-map/explained.md")
like "$said" '[A-Za-z]' "the explanation begins with a heading"

unlike "$("$WORKBENCH" show map)" "$said" "show does not tell it before"
unlike "$(printf 'lesson all\nresult\n' | "$WORKBENCH" --plain 1 2>&1)" "$said" "nor does the dialogue"
like "$(printf 'solution spoil\n' | "$WORKBENCH" ui --plain 1 2>&1)" "$said" "who gives the puzzle up is told"
unlike "$("$WORKBENCH" show map)" "$said" "and that does not solve it"

mkdir -p "$TMP/work"
cp "$ROOT/solutions/01-map/accepted.cl" "$TMP/work/01-map.cl"
"$WORKBENCH" run map >"$TMP/run" 2>&1
is "$?" 0 "the puzzle is solved"
like "$("$WORKBENCH" show map)" "$said" "show tells it from then on"
is "$("$WORKBENCH" solution map)" "$(cat "$ROOT/solutions/01-map/accepted.cl")" "solution gives a file the kernel alone"

cat >"$TMP/script" <<END
:puzzle 1
2
+
G
:wait-idle
:save-display $TMP/screen
END
last=$(grep -v '^$' "$ROOT/puzzles/01-map/explained.md" | tail -1 | grep -oE '[A-Za-z]{6,}' | tail -1)
(cd "$ROOT" && LINES=40 COLUMNS=100 "$WORKBENCH" ui --script "$TMP/script") >/dev/null 2>&1
like "$(cat "$TMP/screen")" "$last" "the screen has it below the lesson"
tap_finish
