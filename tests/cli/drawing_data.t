#!/usr/bin/env bash
# Drawings that are data, in a lesson: what show prints, the dialogue says and the book has.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
course=$TMP/course
copy_course "$course"
export WORKBENCH_COURSE=$course
lesson=$course/puzzles/01-map/lesson.md
# write LINE...: the lesson is a drawing of these lines.
write() {
  printf '# Map\n\n```drawing\n' >"$lesson"
  printf '%s\n' "$@" >>"$lesson"
  printf '```\n\nMore.\n' >>"$lesson"
}

write 'ids work-item: 0 1 | 2' 'row a: 3 … | 2' 'arrows: 0>0 1>0! 2>2' 'row out: 3 . | 2'
shown=$("$WORKBENCH" show map 2>&1)
like "$shown" 'work-item   0   1  │  2' "show draws labels"
like "$shown" 'a         │ 3 │···│ │ 2 │' "boxes, and groups apart"
like "$shown" '├╌╌╌┘     │' "and an arrow that is wrong otherwise than others"
ascii=$(LC_ALL=C "$WORKBENCH" show map 2>&1)
like "$ascii" 'a         \| 3 \|\.\.\.\| \| 2 \|' "without Unicode its columns stay"
unlike "$ascii" '[^ -~[:space:]]' "and nothing but ASCII is printed"
colour=$(env -u NO_COLOR "$WORKBENCH" show map --color always 2>&1)
like "$colour" $'\033\\[[0-9;]*m' "there are colours where they are asked for"
unlike "$shown" $'\033' "and none otherwise"
told=$(printf 'lesson all\nquit\n' | "$WORKBENCH" --plain 2>&1)
like "$(tr '\n' ' ' <<<"$told")" 'Drawing: Work-items 0, 1, then 2. Row a: 3, and so on, then 2. Arrows lead from a\[0\] to out\[0\], wrongly from a\[1\] to out\[0\], from a\[2\] to out\[2\].' \
  "the dialogue says it in words"
unlike "$told" '[┌│▼]' "and draws nothing"
"$WORKBENCH" book "$TMP/site" --no-traces >/dev/null 2>&1
page=$(cat "$TMP/site/puzzle-01-map.html")
like "$page" '<desc>Work-items 0, 1, then 2\. Row a' "the book's picture has these words"
like "$page" '<path class="arrow wrong"' "and that arrow"

write 'row a: 3' 'rwo b: <4>' 'row c: 5'
shown=$("$WORKBENCH" show map 2>&1)
is "$?" 0 "a block with a mistake is no failure of show"
like "$shown" 'rwo b: <4>' "it is shown as it is written"
like "$shown" 'Line 2 of this drawing: "rwo" begins no line of a drawing' "with what is wrong"
like "$(printf 'lesson all\nquit\n' | "$WORKBENCH" --plain 2>&1)" 'rwo b: <4>' "in the dialogue, too"
"$WORKBENCH" book "$TMP/site" --no-traces >/dev/null 2>&1
like "$(cat "$TMP/site/puzzle-01-map.html")" 'rwo b: &lt;4&gt;' "and in the book"
tap_finish
