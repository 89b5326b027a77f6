#!/bin/bash
# A lesson is read in two screens of 80x24: one key leads from the first to its end.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
export WORKBENCH_COURSE=$COURSE LINES=24 COLUMNS=80

# The last words of a lesson's last line, as they stand on a screen, without what marks them.
last_words() { tr -d '`*' <"$1" | grep -v '^$' | tail -n 1 | grep -oE '[^ ]+ [^ ]+$'; }

for lesson in "$COURSE"/puzzles/[0-9]*/lesson.md; do
  slug=$(basename "$(dirname "$lesson")")
  # The first puzzle of a chapter has a line above its lesson, which points to the chapter's page.
  "$WORKBENCH" run "$slug" >/dev/null 2>&1
  press "$slug" <<END
:wait-idle
2
:save-display $TMP/first
Space
:save-display $TMP/second
END
  unlike "$(shown first)" "$(last_words "$lesson")" "$slug: the first screen is not all"
  like "$(shown second)" "$(last_words "$lesson")" "$slug: the second has the end"
done
tap_finish
