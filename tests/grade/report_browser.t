#!/usr/bin/env bash
# The report of a class with hostile submissions in a real browser: nothing of theirs runs and nothing
# is loaded; it is read without scripts, in the dark, on a phone, by keyboard and on paper.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
. "$ROOT/tests/browser.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -n "$(sample_changed workbench/book workbench/app/grading "$ROOT"/tests/grade/report*)" ] ||
  sample_part "in a browser" || skip_all "it is left out of this sample"
find_browser

"$ROOT/tests/grade/class" --size 40 --seed 5 --course "$COURSE" --puzzles "map guards conv1d" "$TMP/class"
"$WORKBENCH" grade "$TMP/class/class" --unchecked --out "$TMP/run" >/dev/null 2>&1
site=$TMP/staff
"$WORKBENCH" report "$TMP/run" "$site" --staff --names --steps >/dev/null
is "$?" 0 "a report of a class is made"
is "$(perl "$ROOT/tests/cli/book_check.pl" "$site" "$site/book.css")" "" "its pages are in order"

# ---- the console and the net --------------------------------------------------------------------
mapfile -t all < <(cd "$site" && ls *.html)
some=(index.html similarity.html names.html puzzle-3.html "$(cd "$site" && ls pair-*.html | head -n 1)"
  $(cd "$site" && grep -l '&lt;' s*.html | head -n 4))
is "$(consoles "$site" "${some[@]}")" "" "nothing is in the console of any page"
# requests PAGE: what it asks the net for.
requests() {
  browse --log-net-log="$TMP/net.json" --dump-dom "file://$1" >/dev/null 2>&1
  grep -o '"url":"[^"]*"' "$TMP/net.json" | grep -v '"url":"\(file\|data\):' | sort -u
}
for page in index.html names.html; do is "$(requests "$site/$page")" "" "$page sends no request"; done
sed 's/<head>/&<link rel="stylesheet" href="http:\/\/127.0.0.1:9\/x.css">/' "$site/index.html" | grep -v 'Content-Security' >"$site/loads.html"
like "$(requests "$site/loads.html")" '127\.0\.0\.1:9' "(one would be seen)"
rm "$site/loads.html"

# ---- without scripts, at 360 pixels, in both palettes -------------------------------------------
pages=$(printf '%s,' "${all[@]}")
light=$(probe "$site" "${pages%,}" --blink-settings=preferredColorScheme=1)
dark=$(probe "$site" "${pages%,}" --blink-settings=preferredColorScheme=0)
is "$(grep -v '^paper' <<<"$light" | head -n -1)" "" "in the light all is in order: contrast, width, keys"
is "$(grep -v '^paper' <<<"$dark" | head -n -1)" "" "in the dark, too"
steps=$(cat "$site"/*.html | grep -c '<div class="step">')
like "$(tail -n 1 <<<"$light")" "^${#all[@]} pages, $steps steps, [0-9]+ folds, [0-9]{4,} texts, [0-9]{3,} keys$" "every page was looked at"
[ "$(grep '^paper' <<<"$light")" != "$(grep '^paper' <<<"$dark")" ]
ok $? "light and dark differ"

# ---- on paper ------------------------------------------------------------------------------------
like "$(paper "$site/index.html" index)" '^%PDF-[1-9]' "the overview can be printed"
like "$(paper "$site/${some[4]}" pair)" '^%PDF-[1-9]' "so can two texts side by side"

tap_finish
