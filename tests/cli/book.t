#!/usr/bin/env bash
# The book of a course: what its pages hold, that nothing in a course can break them, and that a
# folder is replaced only where that costs nobody anything.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
check=$ROOT/tests/cli/book_check.pl
site=$TMP/site

# course NAME: a copy of ours, to be changed.
course() { copy_course "$TMP/$1"; }
# keep_one NAME: leaves its first puzzle alone, for what needs no more.
keep_one() {
  rm -r "$TMP/$1"/puzzles/0[2-6]* "$TMP/$1"/solutions/0[2-6]* "$TMP/$1"/kernels/0[2-6]* "$TMP/$1/puzzles/glossary.md"
}
# set_policy COURSE LINE
set_policy() { sed -i "s/^  format = 1,/&\n  $2,/" "$TMP/$1/course.lua"; }
words_of() { sed 's/<[^>]*>//g' "$1"; }

# ---- our own course -----------------------------------------------------------------------
like "$("$WORKBENCH" book "$site" 2>&1)" "^Wrote 13 files. Begin with $site/index.html.$" "a book is made"
like "$("$WORKBENCH" book --no-traces "$TMP/a"$'\e'"[31m" 2>&1)" "^Wrote 13 files. Begin with $TMP/a␛\[31m/index.html.$" \
  "what controls a terminal in a folder's name does not reach it"
is "$(perl "$check" "$site" "$site/book.css")" "" \
  "its pages are well-formed, ids are unique, links lead somewhere, colours have contrast"
is "$(cd "$site" && ls | sort | grep -v book-files)" "$(grep -v '^#' "$site/book-files.txt" | sort)" \
  "its list of files has all of them"
if command -v xmllint >/dev/null; then
  is "$(xmllint --noout "$site"/*.html 2>&1)" "" "xmllint finds nothing either"
else
  skip "xmllint is not here" "xmllint finds nothing either"
fi
like "$(cat "$site/index.html")" '<a href="puzzle-03-guards.html">3. Guards</a>' "the contents lead to puzzles"
like "$(words_of "$site/index.html" | tr '\n' ' ')" 'Take them in order.* Start workbench .* .make run .* begin with 1\. Map\. .*First steps' \
  "before them it says in which order to read, and how to begin"
like "$(words_of "$site/print.html" | tr '\n' ' ')" 'begin with 1\. Map\. .*Hints and solutions follow after' "so does the page to print"
is "$(cat "$site"/*.html | grep -c 'font-family\|xml:space')" 0 \
  "pictures leave their font to the style sheet, which names it once"
like "$(tr -d '\n' <"$site/book.css")" '\.panel \{[^}]* font: 13px .*\.panel \.words \{' "(it does)"
like "$(words_of "$site/chapter-1.html")" "$(begins chapters/first-steps.md)" "a chapter has its page"
page=$(cat "$site/puzzle-05-shared-memory.html")
like "$page" '<figure class="drawing diagram" role="img" aria-label="[^"]{40}' "a drawing that is data has its words"
like "$(cat "$site/puzzle-06-conv1d.html")" '<figure class="drawing" role="img" aria-label="[^"]{40}' "and so has one of characters"
like "$page" '<details id="solution"><summary>Show our solution</summary>' "the solution is folded"
like "$page" '<span class="k">__kernel</span>' "source has its colours"
like "$page" '<a href="glossary.html#word-barrier">barrier</a>' "new words lead to the glossary"
is "$(grep -c '<div class="step">' "$site/puzzle-05-shared-memory.html")" 8 "each turn of the four work-items is a step"
like "$page" '<li>line 12: writes tile\[1\] = 0</li>' "and says what happens, in words"
like "$page" 'the whole group passes the barrier' "as far as the barrier"
is "$(grep -c '<div class="step">' "$site/puzzle-04-map-2d.html")" 5 "of sixteen turns the first four have pictures"
like "$(cat "$site/glossary.html")" 'First in <a href="puzzle-01-map.html">' "the glossary leads back"
like "$(cat "$site/glossary.html")" '<a href="#word-sub-group">sub-group</a></th><td>warp</td><td>warp</td><td>simdgroup</td><td>sub-group</td><td>wavefront</td>' "and ends with the table of words elsewhere"
is "$(grep -c 'The cases' "$site/print.html")" 6 "the page to print has every puzzle"
like "$(words_of "$site/puzzle-06-conv1d.html")" 'that the judge does not show' "hidden cases are counted"

# ---- that the checker finds what it looks for ----------------------------------------------
# planted SED-SCRIPT MESSAGE: a mistake put into a copy of the site.
planted() {
  rm -rf "$TMP/planted"
  cp -r "$site" "$TMP/planted"
  sed -i "$1" "$TMP/planted/puzzle-01-map.html" "$TMP/planted/book.css"
  like "$(perl "$check" "$TMP/planted" "$TMP/planted/book.css")" "$2" "the checker finds: $2"
}
planted 's/href="glossary.html#word-[a-z-]*"/href="glossary.html#word-kernal"/' 'word-kernal: no such place'
planted 's/href="puzzle-02-zip.html"/href="puzzle-02.html"/' 'puzzle-02.html, which is not there'
planted 's/id="hint-2"/id="hint-1"/' 'the id hint-1 is there twice'
planted 's/<.section>//; s/<.fieldset>//' 'closes fieldset'
planted 's/<main /<main onclick="x" /' 'main has the attribute onclick'
planted 's/<.main>/<iframe src="x"><\/iframe>&/' 'element iframe'
planted 's/aria-label="[^"]*"/aria-label=""/' 'a picture without words'
planted 's/--faint: #5a626c/--faint: #9a9a9a/' 'light: faint on paper has a contrast of 2'
planted '/class="panel"/,$s/stroke="#0b63a5"/stroke="#0b63a6"/' 'no rule for stroke="#0b63a6"'

# ---- the same bytes ------------------------------------------------------------------------
"$WORKBENCH" book "$TMP/again" -j 1 >/dev/null 2>&1
is "$(diff -r "$site" "$TMP/again")" "" "the same course gives the same bytes, however many judges there are"

# ---- without traces ------------------------------------------------------------------------
"$WORKBENCH" book "$TMP/quick" --no-traces >/dev/null
is "$(cat "$TMP"/quick/*.html | grep -c 'class="panel"')" 0 "--no-traces draws no steps"
like "$(cat "$TMP/quick/puzzle-01-map.html")" 'id="solution"' "but has the solutions"
is "$(perl "$check" "$TMP/quick")" "" "and its pages are in order"

# ---- what a course keeps from learners -----------------------------------------------------
course kept && keep_one kept
set_policy kept 'solutions = "solved"'
set_policy kept 'hints = { after = 2 }'
sed -i 's/name = "[^"]*", sizes = { n = [0-9]* }, global = { [0-9]* }\(.*visible = false\)/name = "a secret name", sizes = { n = 7919 }, global = { 7919 }\1/' \
  "$TMP/kept/puzzles/01-map/puzzle.lua"
echo '// a secret of the solution' >>"$TMP/kept/solutions/01-map/accepted.cl"
echo 'A secret of the explanation.' >>"$TMP/kept/puzzles/01-map/explained.md"
hint=$(sed -n '/hints = {/,/}/s/^ *"\([A-Za-z ]\{12\}\).*/\1/p' "$TMP/kept/puzzles/01-map/puzzle.lua" | head -n 1)
like "$hint" '............' "(the test knows a hint)"
"$WORKBENCH" book "$TMP/kept-site" --course "$TMP/kept" >/dev/null 2>&1
is "$(perl "$check" "$TMP/kept-site")" "" "a course with policies, of one puzzle and without a glossary, has a book"
unlike "$(cat "$TMP"/kept-site/*)" 'secret|class="panel"|7919' "solutions, explanations, steps and hidden cases are not in it"
unlike "$(cat "$TMP"/kept-site/*)" "$hint" "nor are hints"
like "$(cat "$TMP/kept-site/puzzle-01-map.html")" 'first hint after 2 judged runs' "it says when hints come"
like "$(cat "$TMP/kept-site/puzzle-01-map.html")" 'shows the solution once you have solved' "and the solution"
like "$(cat "$site/puzzle-01-map.html")" "$hint" "hints that may be seen at any time are in ours"

course single && keep_one single
set_policy single 'hints = { singly = true }'
"$WORKBENCH" book "$TMP/single-site" --course "$TMP/single" --no-traces >/dev/null 2>&1
is "$(perl "$check" "$TMP/single-site")" "" "a course that gives one hint at a time has a book"
like "$(tr '\n' ' ' <"$TMP/single-site/puzzle-01-map.html")" '<details id="hint-1">.*<details id="hint-2">.*</details> </details>' \
  "there a hint is inside the one before"

# ---- with little --------------------------------------------------------------------------------
course bare && keep_one bare
rm -r "$TMP/bare/solutions" "$TMP/bare/puzzles/chapters" "$TMP/bare/puzzles/01-map/lesson.md" "$TMP/bare/kernels"/*.cl "$TMP/bare/course.lua"
sed -i '/chapter = /d; /^  hints = {/,/^  },/d' "$TMP/bare/puzzles/01-map/puzzle.lua"
like "$("$WORKBENCH" book "$TMP/bare-site" --course "$TMP/bare" 2>&1)" '^Wrote 5 files' \
  "a course has a book without solutions, chapters, lessons, starters, hints and course.lua"
is "$(perl "$check" "$TMP/bare-site")" "" "and its pages are in order"
like "$(cat "$TMP/bare-site/puzzle-01-map.html")" 'has no lesson yet' "it says what is not there yet"
unlike "$(cat "$TMP/bare-site/puzzle-01-map.html")" 'id="hints"|id="solutions"' "and has no empty headings"

# ---- links between lessons ---------------------------------------------------------------------
course linked
cat >>"$TMP/linked/puzzles/02-zip/lesson.md" <<'END'

[a](../01-map/lesson.md) [b](../01-map/lesson.md#your-task) [c](../01-map/lesson.md#map) [d](../01-map/explained.md#other-ways)
[e](../../kernels/01-map.cl) [f](../../solutions/01-map/accepted.cl) [g](../glossary.md#work-item) [h](../chapters/first-steps.md)
[i](#your-task) [j](../../solutions/01-map/wrong/zeros.cl) [k](https://example.org/)
END
"$WORKBENCH" book "$TMP/linked-site" --course "$TMP/linked" --no-traces >/dev/null 2>&1
is "$(perl "$check" "$TMP/linked-site")" "" "links between lessons lead to pages of the site, in print.html to its own places"
is "$(grep -o '<a href="[^"]*" rel="noreferrer">.</a>' "$TMP/linked-site/puzzle-02-zip.html" | sed 's/.*href="\([^"]*\)".*>\(.\)<.*/\2 \1/')" \
  "a puzzle-01-map.html
b puzzle-01-map.html#lesson-your-task
c puzzle-01-map.html#lesson-map
d puzzle-01-map.html#explained-other-ways
e puzzle-01-map.html#starter
f puzzle-01-map.html#solution
g glossary.html#word-work-item
h chapter-1.html
i puzzle-02-zip.html#lesson-your-task
k https://example.org/" "each to its place"
like "$(cat "$TMP/linked-site/puzzle-02-zip.html")" 'j \(<code>../../solutions/01-map/wrong/zeros.cl</code>\)' \
  "a link to what is not in the book is shown as text"

# ---- hostile texts -------------------------------------------------------------------------
course hostile
cat >"$TMP/hostile/puzzles/01-map/lesson.md" <<'END'
# Map

<script>alert(1)</script> a <img src=x onerror=alert(1)> b

[one](javascript:alert(1)) [two](&#10;javascript:alert(1)) ![three](data:text/html,x) [four](<../02-zip/lesson.md#"onclick="x>)

# "><script>alert(1)</script>

# solution

# page

<!-- drawing: "><script>alert(1)</script> -->
```
│ <script>alert(1)</script>
```
END
cp "$TMP/hostile/puzzles/01-map/lesson.md" "$TMP/hostile/puzzles/chapters/first-steps.md"
cp "$TMP/hostile/puzzles/01-map/lesson.md" "$TMP/hostile/puzzles/02-zip/explained.md"
echo '// </code></pre><script>alert(1)</script>' >>"$TMP/hostile/kernels/01-map.cl"
sed -i 's/title = "Map"/title = "<script>alert(1)<\/script>"/; s/concept = "/&<b onclick=\\"x\\">/' "$TMP/hostile/puzzles/01-map/puzzle.lua"
sed -i 's/title = .*/title = "\\"><script>alert(1)<\/script>",/; s/language = .*/language = "en",\n  authors = { "<script>" },/' "$TMP/hostile/course.lua"
printf '## "><script>\n\n<script>alert(1)</script>\n' >"$TMP/hostile/puzzles/glossary.md"
out=$("$WORKBENCH" book "$TMP/hostile-site" --course "$TMP/hostile" --no-traces 2>&1)
like "$out" '^Wrote' "a course with hostile texts has a book"
is "$(perl "$check" "$TMP/hostile-site" | grep -v 'no such place\|a heading of level')" "" \
  "and nothing of them is markup, a script or an address"
is "$(cat "$TMP"/hostile-site/*.html | grep -c '<script' | tr -d ' ')" "$(ls "$TMP"/hostile-site/*.html | wc -l)" \
  "the only script of each page is ours"

# ---- mistakes ------------------------------------------------------------------------------
# refuses CODE PATTERN SENTENCE ARGUMENTS...
refuses() {
  local code=$1 pattern=$2 sentence=$3 out
  shift 3
  out=$("$WORKBENCH" book "$@" 2>&1)
  is "$?" "$code" "$sentence: exit code $code"
  like "$out" "$pattern" "$sentence"
}
mkdir "$TMP/other"
echo mine >"$TMP/other/index.html"
refuses 2 'is no book that this command made' "a folder with something else is refused" "$TMP/other"
is "$(cat "$TMP/other/index.html")" mine "and stays as it was"
touch "$site/notes.txt"
refuses 2 'holds notes.txt' "so is a book with something of somebody's in it" "$site"
rm "$site/notes.txt"
refuses 2 'which folder\?' "without a folder it says what is missing"
refuses 2 'there is no folder' "a folder in no folder is refused" "$TMP/no/where"
course wrong && keep_one wrong
cp "$TMP/wrong/kernels/01-map.cl" "$TMP/wrong/solutions/01-map/accepted.cl"
refuses 3 'the solution of 01-map is not accepted: wrong-answer' "a wrong solution is not taught" \
  "$TMP/wrong-site" --course "$TMP/wrong"
echo 'return 1' >"$TMP/wrong/puzzles/01-map/puzzle.lua"
refuses 3 'puzzles/01-map/puzzle.lua' "nor is a book made of a spec with a mistake" "$TMP/wrong-site" --course "$TMP/wrong"
is "$(cd "$TMP" && ls -d wrong-site* 2>/dev/null)" "" "and nothing was made"

# ---- Ctrl-C --------------------------------------------------------------------------------
mkdir "$TMP/parent"
# A shell has what it starts in the background ignore Ctrl-C. The whole course takes long enough.
WORKBENCH_CACHE=off perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" book "$TMP/parent/site" --course "$ROOT" -j 1 >/dev/null 2>&1 &
pid=$!
wait_until pgrep -P "$pid" >/dev/null
kill -INT "$pid"
wait "$pid"
is "$?" 130 "Ctrl-C ends it with 130"
is "$(ls -A "$TMP/parent")" "" "and leaves nothing"

tap_finish
