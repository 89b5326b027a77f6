#!/usr/bin/env bash
# The book in a real browser: it is read without scripts, in the dark, on a phone and on paper.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
. "$ROOT/tests/browser.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
[ -n "$(sample_changed workbench/book workbench/app/authoring/book "$ROOT"/tests/cli/book_*)" ] ||
  sample_part "in a browser" || skip_all "it is left out of this sample"
find_browser
site=$TMP/site
"$WORKBENCH" book "$site" >/dev/null 2>&1
[ -f "$site/index.html" ] || skip_all "no book can be made here"

# ---- the console ----------------------------------------------------------------------------
for page in index chapter-1 puzzle-05-shared-memory glossary print; do
  is "$(browse --enable-logging=stderr --dump-dom "file://$site/$page.html" 2>&1 >/dev/null | grep CONSOLE)" "" \
    "$page.html: nothing in the console"
done
cp -r "$site" "$TMP/broken"
sed -i 's/<body>/&<script>alert(1)<\/script>/' "$TMP/broken/index.html"
like "$(browse --enable-logging=stderr --dump-dom "file://$TMP/broken/index.html" 2>&1 >/dev/null | grep CONSOLE)" \
  'Content Security Policy' "a script that got in would not run, and be told there"

# ---- without scripts, at 360 pixels, in both palettes ----------------------------------------
pages=$(cd "$site" && printf '%s,' index.html chapter-*.html glossary.html puzzle-*.html print.html)
light=$(probe "$site" "${pages%,}" --blink-settings=preferredColorScheme=1)
dark=$(probe "$site" "${pages%,}" --blink-settings=preferredColorScheme=0)
steps=$(cat "$site"/puzzle-*.html "$site/print.html" | grep -c '<div class="step">')
is "$(grep -v '^paper' <<<"$light" | head -n -1)" "" "in the light all is in order"
is "$(grep -v '^paper' <<<"$dark" | head -n -1)" "" "in the dark, too"
like "$(tail -n 1 <<<"$light")" "^11 pages, $steps steps, [0-9]{2} folds, [0-9]{4,} texts, [0-9]{3,} keys$" \
  "every page and step was looked at, without scripts"
[ "$(grep '^paper' <<<"$light")" != "$(grep '^paper' <<<"$dark")" ]
ok $? "light and dark differ"

# planted SED-SCRIPT PATTERN: a mistake put into the style sheet, or the page, of a copy.
planted() {
  rm -rf "$TMP/planted"
  cp -r "$site" "$TMP/planted"
  sed -i "$1" "$TMP/planted/book.css" "$TMP/planted/puzzle-01-map.html"
  like "$(probe "$TMP/planted" puzzle-01-map.html)" "$2" "the probe finds: $2"
}
planted 's/^  overflow-x: auto;//; s/^  max-width: 100%;/min-width: 50rem;/' 'wide in 360'
planted 's/^input:checked + .choice + .step/.none/' 'step 2 is not shown alone'
planted 's/^  color: var(--faint)/  color: #999999/' 'has a contrast of 2'
planted 's/<a class="skip"/<a href="x" class="none"/' 'no way to the text'

# ---- what the script adds ---------------------------------------------------------------------
unfolded=$(browse --dump-dom "file://$site/puzzle-03-guards.html#explained-other-ways" 2>/dev/null | grep -o '<details[^>]*open[^>]*>')
like "$unfolded" '^<details id="explained" open="">$' "a link to something folded unfolds it, and that alone"

# ---- on paper -------------------------------------------------------------------------------
"$WORKBENCH" book "$TMP/quick" --no-traces >/dev/null 2>&1
steps=$(paper "$site/puzzle-05-shared-memory.html" steps)
without=$(paper "$TMP/quick/puzzle-05-shared-memory.html" without)
whole=$(paper "$site/print.html" whole)
like "$steps" '^%PDF-[0-9]+$' "a page can be printed"
[ "${steps#%PDF-}" -ge $((${without#%PDF-} + 2)) ]
ok $? "with all its steps, one below another ($steps, without them $without)"
folded=$TMP/quick/puzzle-05-shared-memory.html
sed 's/<details /<details open /' "$folded" >"$TMP/quick/open.html"
is "$(paper "$TMP/quick/open.html" open)" "$without" "and with all that is folded, as if it were open"
echo 'details::details-content { display: none !important; }' >>"$TMP/quick/book.css"
lacking=$(paper "$folded" lacking)
[ "${lacking#%PDF-}" -lt "${without#%PDF-}" ]
ok $? "which takes pages ($without, without it $lacking)"
[ "${whole#%PDF-}" -ge 20 ]
ok $? "the whole book can be printed ($whole)"

tap_finish
