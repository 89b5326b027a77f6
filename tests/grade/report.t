#!/usr/bin/env bash
# The report of a run: what it says, what it keeps back, that no learner's text gets out of its page,
# and which submissions it points at.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/cli/device.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
check=$ROOT/tests/cli/book_check.pl
words_of() { sed 's/<[^>]*>//g' "$@"; }

# ---- a course with an assignment, and a class ---------------------------------------------------
export WORKBENCH_COURSE=$TMP/course
cp -r "$COURSE" "$TMP/course"
# assignments FEEDBACK: two, of which the second tells what FEEDBACK says.
assignments() {
  cat >"$TMP/course/course.lua" <<END
local puzzle = require "puzzle"
return puzzle.course {
  format = 1, name = "gpu-101", title = "GPU <101>",
  assignments = {
    { name = "hw1", puzzles = { "map", "conv1d" }, points = { map = 5, conv1d = 20 } },
    { name = "hw2", puzzles = { "map", "conv1d" }, points = { map = 5, conv1d = 20 }, due = "2226-01-01T00:00Z", feedback = { hidden = "$1" } },
  },
}
END
}
assignments never
conv1d=$TMP/course/solutions/06-conv1d
plain() { sed '/^\/\/ \(expect\|why\)/d' "$1"; }

# person NAME [CONV1D]: hands in a right map and that.
person() {
  mkdir -p "$TMP/class/$1"
  cp "$TMP/course/solutions/01-map/accepted.cl" "$TMP/class/$1/01-map.cl"
  [ $# -lt 2 ] || plain "$2" >"$TMP/class/$1/06-conv1d.cl"
}
person right-0 "$conv1d/accepted.cl"
n=0
for file in "$conv1d"/right/*.cl; do person "right-$((++n))" "$file"; done
n=0
for name in absolute-weights copy early-return flipped halo-ignored halo-not-loaded halo-of-zeros no-barrier no-tile \
  one-weight-too-many zeros; do
  person "wrong-$((++n))" "$conv1d/wrong/$name.cl"
done
# One has another's text with other names and other comments, and the functions' layout undone.
person renamed
sed 's,//.*,,; s/\<sum\>/total/g; s/\<tile\>/cache/g; s/\<i\>/me/g; s/\<l\>/here/g; s/\<j\>/step/g; s/\<size\>/width/g; s/__\(kernel\|global\|local\)/\1/g' \
  "$conv1d/accepted.cl" | tr '\n' ' ' >"$TMP/class/renamed/06-conv1d.cl"
# Two share a mistake, a comment and an odd name, in texts that are not alike.
person pair-1 && person pair-2
{
  plain "$conv1d/wrong/halo-too-short.cl"
  echo '// flurbo says the edge is special, do not ask me'
  echo 'int zorgle(int q) { return q + 1; }'
} >"$TMP/class/pair-1/06-conv1d.cl"
{
  echo '/* Flurbo says: the edge is special - do not ask me */'
  echo 'int zorgle(int v) { for (int s = 0; s < 3; s++) v ^= s << 2; return v > 7 ? v - 7 : v; }'
  plain "$conv1d/wrong/halo-too-short.cl" | sed 's/{$/{ int extra = zorgle(3) * 2 - zorgle(1); float4 lanes = (float4)(extra); (void)lanes.xyzw;/'
} >"$TMP/class/pair-2/06-conv1d.cl"
person same-1 "$conv1d/right/strided-load.cl"
# One has a text with something more in it that does nothing.
person padded
{ echo '__constant int nobody[] = {1, 2, 3};'; plain "$conv1d/right/last-items-load-halo.cl" | tr -s ' ' | sed 's/ = /  =  /'; } >"$TMP/class/padded/06-conv1d.cl"

# One who attacks whatever reads it.
evil=$'"><script>alert(1)<\e[31m'
mkdir -p "$TMP/class/$evil"
{
  printf '// </code></pre><script>alert(1)</script> \e[2J \xe2\x80\xae gnihtemos &amp; \xff <!--\n'
  printf '__kernel void map(__global float *out, __global const float *a) {\n  size_t i = get_global_id(0);\n  out[i] = a[i] + 10.0f;\n'
  printf '  if (i == 0) printf("<img src=x onerror=alert(2)> \\033[2J </pre></details>\\n");\n}\n'
} >"$TMP/class/$evil/01-map.cl"
printf 'x' >"$TMP/class/$evil/<b onclick=x>&\"'.cl"
printf 'kernel void conv1d() { <script>alert(3)</script> }\n' >"$TMP/class/$evil/06-conv1d.cl"

grade() { "$WORKBENCH" grade "$TMP/class" --unchecked --many --assignment "$1" --out "$2" >"$TMP/out" 2>&1; }
grade hw1 "$TMP/run"
code=$?
[ $code -eq 0 ] || [ $code -eq 1 ]
ok $? "the class is graded" || cat "$TMP/out"

# pseudonym NAME: of who handed in as that.
pseudonym() {
  perl -ne 'BEGIN { $who = shift @ARGV } print "$1\n" if /^(s[0-9a-f]+),[^,]*,"?\Q$who\E/' "$1" "$TMP/run/people.csv" | head -n 1
}

"$WORKBENCH" grade --override "$TMP/run" pair-1 06-conv1d --points 3 --by Eve --reason "ask Flurbina" >/dev/null
is "$?" 0 "a person gives points"
given=$(pseudonym pair-1)

# ---- what all may see ----------------------------------------------------------------------------
out=$("$WORKBENCH" report "$TMP/run" "$TMP/public" 2>&1)
is "$?" 0 "a report is made"
people=$(ls "$TMP/class" | wc -l)
like "$out" "^Wrote $((people + 6)) files. Begin with $TMP/public/index.html.\$" "it says where to begin"
is "$(perl "$check" "$TMP/public" "$TMP/public/book.css")" "" \
  "its pages are well-formed, links lead somewhere, nothing is loaded from elsewhere, colours have contrast"
index=$(words_of "$TMP/public/index.html")
like "$index" "^$people people have between 5 and 25 of 25 points" "it has the range of the scores"
like "$(cat "$TMP/public/index.html")" 'aria-label="How many people have which part of the points: 0 to 10 percent [0-9]' "the distribution has words"
like "$(tr '\n' ' ' <<<"$index")" 'Conv1d *[0-9]+ %.*Map *100 %' "the more difficult puzzle comes first"
like "$(words_of "$TMP/public/puzzle-2.html")" "$people people: [0-9]+ accepted, .*[0-9]+ wrong answer" "a puzzle has its verdicts"
like "$(words_of "$TMP/public/puzzle-2.html")" 'data-race' "and what the checks found"
wrong=$(pseudonym wrong-8)
like "$(words_of "$TMP/public/$wrong.html" | tr '\n' ' ')" '(data-race|uninitialized-read) at 06-conv1d.cl:[0-9]' "a page says what was found, and in which line"
unlike "$(cat "$TMP"/public/*.html)" '__(kernel|global)|urbo|zorgle|onerror|gnihtemos|onclick|class="numbered"' \
  "nobody's text is in it, with its comments, nor what it prints, nor a file's name"
unlike "$(cat "$TMP"/public/*.html)" 'Flurbina' "nor why a person gave points"
like "$(words_of "$TMP/public/$given.html" | tr '\n' ' ')" '3 of 20 points, given by a person ' "but that one did"

# ---- what all may see of what was written, where it is said -------------------------------------
"$WORKBENCH" report "$TMP/run" "$TMP/sources" --sources >/dev/null
is "$?" 0 "sources may be shown to all"
is "$(perl "$check" "$TMP/sources" "$TMP/sources/book.css")" "" "the pages are in order"
like "$(tr '\n' ' ' <"$TMP/sources/$wrong.html")" '<span class="line marked">.*<span class="note">error, data-race:' "a finding stands below its line"
like "$(cat "$TMP"/sources/s*.html)" 'Flurbo says' "comments are seen then"
unlike "$(cat "$TMP"/sources/*.html)" 'Flurbina|Flagged|Similarity' "and still nothing that is for staff"
like "$("$WORKBENCH" help report | tr "\n" " " | tr -s " ")" '--sources .*whoever reads the report sees what everybody wrote, names in comments included' "the help says what that means"
unlike "$(cat "$TMP"/public/*.html)" 'Flagged|Similarity|wrong-8|renamed|Known mistakes' "flags, similarity, known mistakes and names are not in it"
unlike "$(cut -d, -f3 "$TMP/run/people.csv" | tr -d '\r' | grep -E "^[a-z]+(-[0-9]+)?\$" | grep -v "^id\$" | grep -Fof - "$TMP"/public/*.html)" '.' "nor are ids"
is "$(stat -c %a "$TMP/public" "$TMP/public/index.html" | tr '\n' ' ')" "700 600 " "it is for its owner alone"

"$WORKBENCH" report "$TMP/run" "$TMP/again" >/dev/null
is "$(diff -r "$TMP/public" "$TMP/again")" "" "the same run gives the same bytes"

# What a student is not told of hidden cases is in no page either.
grade hw2 "$TMP/run2"
"$WORKBENCH" report "$TMP/run2" "$TMP/never" >/dev/null
unlike "$(cat "$TMP"/never/s*.html "$TMP"/never/puzzle-*.html)" 'hidden [0-9]' "where hidden cases are never told, none is shown"
like "$(words_of "$TMP/never/$wrong.html")" '[0-9]+ cases are hidden; what came of them is not shown' "but how many there are"
unlike "$(words_of "$TMP"/never/s*.html)" 'of 20 points' "nor points, which would tell of them"
like "$(words_of "$TMP/never/index.html")" 'No points may be told yet' "nor scores"
unlike "$(words_of "$TMP/never/index.html")$(cat "$TMP"/never/s*.html "$TMP"/never/puzzle-*.html)" 'Accepted|<strong>accepted|[0-9] accepted' "and nothing is called accepted for what is told of it alone"
like "$(words_of "$TMP/never/index.html")" 'Right on every visible case' "but right as far as can be seen"
like "$(words_of "$TMP/never/puzzle-2.html")" 'people: [0-9]+ right on every visible case \(there are hidden ones, not told here\)' "on the puzzle's page, too"
"$WORKBENCH" report "$TMP/run2" "$TMP/never-staff" --staff >/dev/null 2>&1
like "$(cat "$TMP/never-staff/$wrong.html")" 'hidden [0-9]' "staff sees them"
assignments after-due
grade hw2 "$TMP/run3"
"$WORKBENCH" report "$TMP/run3" "$TMP/held" >/dev/null
unlike "$(cat "$TMP/held/$wrong.html")" 'hidden [0-9]' "what is withheld until it is due is not there"
"$WORKBENCH" report "$TMP/run3" "$TMP/held" --released --force >/dev/null
like "$(cat "$TMP/held/$wrong.html")" 'hidden [0-9]' "with --released it is"
assignments never

# ---- hostile texts --------------------------------------------------------------------------------
"$WORKBENCH" report "$TMP/run" "$TMP/staff" --staff --names >/dev/null
is "$?" 0 "staff gets a report"
is "$(perl "$check" "$TMP/staff" "$TMP/staff/book.css")" "" "whose pages are in order, whatever learners wrote"
is "$(grep -l '<script' "$TMP"/staff/*.html | wc -l)" "$(ls "$TMP"/staff/*.html | wc -l)" "each page has a script"
is "$(cat "$TMP"/staff/*.html | grep -o '<script[^>]*>' | sort -u)" '<script src="book.js" defer="defer">' "which is ours alone"
evil=$(pseudonym '"">')
[ -n "$evil" ] || evil=$(grep -l 'onerror' "$TMP"/sources/s*.html | sed 's,.*/,,; s/.html//')
like "$(cat "$TMP/sources/$evil.html")" '&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;alert\(1\)' "markup in a comment is text"
like "$(cat "$TMP/sources/$evil.html")" '&lt;img src=x onerror=alert\(2\)&gt;' "so is what a kernel prints"
like "$(cat "$TMP/sources/$evil.html")" '&lt;b onclick=x&gt;&amp;&quot;&#39;.cl</td>' "and a file's name"
like "$(cat "$TMP/staff/names.html")" '&quot;&gt;&lt;script&gt;alert\(1\)' "and the name of a submission"
is "$(LC_ALL=C grep -lP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80\xae' "$TMP"/staff/* "$TMP"/sources/* "$TMP"/public/*)" "" \
  "no page has an escape, or turns the direction of text"
like "$(cat "$TMP/public/index.html")" '<h1>GPU &lt;101&gt;, hw1</h1>' "the course's title is text, too"

like "$(words_of "$TMP/staff/$given.html" | tr "\n" " ")" 'given by a person: ask Flurbina' "why a person gave points is on staff's page"

# ---- what staff sees -------------------------------------------------------------------------------
known=$(words_of "$TMP/staff/puzzle-2.html" | tr '\n' ' ')
like "$known" '1flipped.cl *The weights run backwards' "known mistakes are counted"
like "$known" "Nobody's fails like the other [0-9]+\." "those that nobody makes are counted together"
like "$(words_of "$TMP/staff/index.html" | tr '\n' ' ')" "Flagged submissions *$evil: .*[A-Z]" "flagged submissions are listed, with why"
is "$(cd "$TMP/staff" && grep -l 'renamed' *.html)" "names.html" "names are on a page of their own alone"
"$WORKBENCH" report "$TMP/run" "$TMP/nameless" --staff >/dev/null
is "$(cd "$TMP/nameless" && ls names.html 2>/dev/null; cat "$TMP"/nameless/*.html | grep -c 'renamed')" 0 "and nowhere without --names"

# ---- hidden inputs of a secret's ------------------------------------------------------------------
cp "$TMP/course/course.lua" "$TMP/course.lua"
sed -i 's/name = "hw1",/name = "secret", seed = "course", puzzles = { "conv1d" } }, { name = "own", seed = "person", puzzles = { "conv1d" } }, { &/' "$TMP/course/course.lua"
mkdir "$TMP/few"
cp -r "$TMP/class"/wrong-[1-4] "$TMP/few"
(umask 077 && head -c 32 /dev/urandom >"$TMP/key" && head -c 32 /dev/urandom >"$TMP/other-key")
for name in secret own; do
  "$WORKBENCH" grade "$TMP/few" --unchecked --many --assignment $name --secret "$TMP/key" --out "$TMP/run-$name" >/dev/null 2>&1
done
# known RUN OPTION...: what the page of the puzzle says of known mistakes.
known() {
  "$WORKBENCH" report "$1" "$TMP/report" --staff --force "${@:2}" >"$TMP/out" 2>&1
  words_of "$TMP/report/puzzle-1.html" | tr '\n' ' ' | sed 's/.*Known mistakes//' | cut -c1-400
}
like "$(known "$TMP/run-secret" --secret "$TMP/key")" '1flipped.cl *The weights run backwards' "known mistakes are judged with the hidden inputs of the course's secret"
like "$(known "$TMP/run-secret")" 'They are not compared with: hidden inputs follow from the secret' "where that is not here they are not compared with, which is said"
like "$(known "$TMP/run-own" --secret "$TMP/key")" 'They are not compared with: each person has hidden inputs' "and so it is where each person has others"
like "$("$WORKBENCH" report "$TMP/run-secret" "$TMP/x" --staff --secret "$TMP/other-key" 2>&1)" 'another secret.*--secret' "another secret is refused"
cp "$TMP/course.lua" "$TMP/course/course.lua"

# ---- similarity ------------------------------------------------------------------------------------
similar=$TMP/staff/similarity.html
# rows TITLE: "ONE OTHER PERCENT PAGE" of the pairs of conv1d below a heading.
rows() {
  perl -0777 -ne 'BEGIN { $title = shift @ARGV } s/.*<h2>Conv1d<\/h2>//s;
    if (/<h3>$title<\/h3>(.*?)<\/table>/s) { print "$1 $2 $3 $4\n" while $1 =~ /<tr><td>.*?>(s\w+).*?<td>.*?>(s\w+).*?>(\d+) %.*?href="(pair[\w-]+)\.html"/sg }' "$1" "$similar"
}
renamed=$(pseudonym renamed) right=$(pseudonym right-0)
odd=$(rows "The same mistakes, dead code, comments or odd names" | head -n 1) alike=$(rows "Most alike")
like "$odd" "$(pseudonym pair-1)|$(pseudonym pair-2)" "the pair with the same mistake comes first"
like "$odd" "$(pseudonym pair-2) .*$(pseudonym pair-1)|$(pseudonym pair-1) .*$(pseudonym pair-2)" "both of it"
odd=$(words_of "$TMP/staff/$(cut -d' ' -f4 <<<"$odd").html")
like "$odd" 'zorgle' "with the name that both have"
like "$odd" '[Ff]lurbo says' "and the comment"
like "$odd" 'Both fail in the same way' "and the mistake"
like "$(head -n 1 <<<"$alike")" "^($right $renamed|$renamed $right) (9[5-9]|100) " "what differs in names and layout alone is most alike"
page=$(head -n 1 <<<"$alike" | cut -d' ' -f4)
is "$(grep -c '<section>' "$TMP/staff/$page.html")" 2 "both texts are side by side"
[ "$(grep -c 'class="line marked"' "$TMP/staff/$page.html")" -ge 8 ]
ok $? "with the lines that they share marked"
like "$(cat "$similar")" "(same-1|$(pseudonym right-5)).*, .*|The same file" "the same file is said to be that"
map=$(perl -0777 -ne 'print $1 if /<h2>Map<\/h2>(.*?)<h2>/s' "$similar")
like "$(words_of <<<"$map")" '2 different files, of which 2 are too short for evidence' "a kernel of a line is too short for evidence"
unlike "$map" 'side by side|The same file' "and in no pair"
like "$(words_of "$similar")" 'never a verdict' "it says what it is worth"
program=$(perl -0777 -ne 's/.*<h2>Conv1d<\/h2>//s; print $1 if /The same program, in files that differ(.*)<\/details>/s' "$similar" | sed 's/<[^>]*>/ /g')
like "$program" "$(pseudonym right-2).*$(pseudonym padded)|$(pseudonym padded).*$(pseudonym right-2)" "a program with an unused variable more is said to be the same"
unlike "$program" "$renamed" "and others are not"

# ---- step by step ----------------------------------------------------------------------------------
"$WORKBENCH" report "$TMP/run" "$TMP/steps" --steps --sources >/dev/null
is "$?" 0 "answers that are wrong are traced"
is "$(perl "$check" "$TMP/steps" "$TMP/steps/book.css")" "" "the pages are in order"
like "$(cat "$TMP/steps/$(pseudonym wrong-4).html")" '<summary>Step by step: [a-z0-9]' "a wrong answer is shown step by step, in a case that is named"
like "$(grep -c '<div class="step">' "$TMP/steps/$(pseudonym wrong-4).html")" '^[1-9]' "with pictures"
is "$(grep -c 'class="step"' "$TMP/steps/$right.html")" 0 "a right one is not"
is "$(cat "$TMP"/sources/s*.html | grep -c 'class="step"')" 0 "nor is any without --steps"
unlike "$(cat "$TMP"/steps/s*.html)" 'Step by step: hidden' "no hidden case is"

# ---- earlier years ---------------------------------------------------------------------------------
mkdir "$TMP/last-year"
mkdir "$TMP/last-year/somebody-else"
sed 's/\<l\>/lane/g; s/\<size\>/items/g' "$conv1d/right/weights-in-local.cl" >"$TMP/last-year/somebody-else/conv1d.cl"
"$WORKBENCH" grade "$TMP/last-year" --many --unchecked --assignment hw1 --out "$TMP/hw1-2025" >/dev/null 2>&1
"$WORKBENCH" report "$TMP/run" "$TMP/years" --staff --old "$TMP/hw1-2025" >/dev/null
is "$?" 0 "earlier years are compared"
is "$(perl "$check" "$TMP/years" "$TMP/years/book.css")" "" "the pages are in order"
similar=$TMP/years/similarity.html
like "$(grep 'hw1-2025' "$similar" | sed 's/<[^>]*>/ /g')" '\(hw1-2025\).* (9[0-9]|100) % ' "a text of last year is found, with its run"
is "$(ls "$TMP/years" | grep -c "$(cut -d, -f1 "$TMP/hw1-2025/people.csv" | tail -n 1)")" 0 "whose author has no page in this year's"

# ---- a second opinion ------------------------------------------------------------------------------
# percent A B: what sim_c says of the first.
percent() { sim_c -p -r 12 -t 1 "$1" "$2" 2>/dev/null | sed -n 's/.* consists for \([0-9]*\) %.*/\1/p' | sort -n | tail -n 1; }
if command -v sim_c >/dev/null; then
  copy=$(percent "$TMP/class/right-0/06-conv1d.cl" "$TMP/class/renamed/06-conv1d.cl")
  best=$(for file in "$TMP"/class/{right-[1-6],wrong-*}/06-conv1d.cl; do percent "$TMP/class/right-0/06-conv1d.cl" "$file"; done | sort -n | tail -n 1)
  [ "${copy:-0}" -ge "${best:-0}" ] && [ "${copy:-0}" -ge 90 ]
  ok $? "sim_c finds the renamed text most alike, too ($copy %, the next $best %)"
else
  skip "similarity-tester is not installed" "sim_c finds the renamed text most alike, too"
fi

# ---- mistakes --------------------------------------------------------------------------------------
# refuses CODE PATTERN SENTENCE ARGUMENTS...
refuses() {
  local code=$1 pattern=$2 sentence=$3 out
  shift 3
  out=$("$WORKBENCH" report "$@" 2>&1)
  is "$?" "$code" "$sentence: exit code $code"
  like "$out" "$pattern" "$sentence"
}
refuses 2 'has a report already; --force replaces it' "a report is not replaced unasked" "$TMP/run" "$TMP/public"
mkdir "$TMP/other" && echo mine >"$TMP/other/index.html"
refuses 2 'is no report that this command made' "another folder is never replaced" "$TMP/run" "$TMP/other" --force
is "$(cat "$TMP/other/index.html")" mine "and stays as it was"
refuses 2 'is no run of' "what is no run is refused" "$TMP/class" "$TMP/x"
refuses 2 'where to\?' "without a folder it says what is missing" "$TMP/run"
refuses 2 'for --staff alone' "names are for staff" "$TMP/run" "$TMP/x" --names
refuses 2 'for --staff alone' "so is a secret" "$TMP/run" "$TMP/x" --secret "$TMP/x"
refuses 2 'for --staff alone' "so are earlier years" "$TMP/run" "$TMP/x" --old "$TMP/hw1-2025"
refuses 2 'needs --staff, or --sources' "steps quote sources" "$TMP/run" "$TMP/x" --steps
refuses 2 'is no run of' "an earlier year that is no run is refused" "$TMP/run" "$TMP/x" --staff --old "$TMP/class"
refuses 3 'assignment hw1, which .* does not have' "a run of another course is refused" "$TMP/run" "$TMP/x" --course "$COURSE"
is "$(cd "$TMP" && ls -d x x.* 2>/dev/null)" "" "and nothing was made"
# Somebody's kernel takes long, and grading is interrupted.
mkdir -p "$TMP/slow/eve"
busy_kernel >"$TMP/slow/eve/01-map.cl"
perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" grade "$TMP/slow" --many --unchecked --assignment hw1 --out "$TMP/part" >/dev/null 2>&1 &
pid=$!
left() { "$WORKBENCH" grade --status "$TMP/part" 2>/dev/null | grep -q '0 judged, 1 left'; }
wait_until left
kill -INT "$pid"
wait "$pid"
out=$("$WORKBENCH" report "$TMP/part" "$TMP/partly" 2>&1 >/dev/null)
is "$?:$out" '0:workbench report: of 1 of 1 submissions not all is judged: `workbench grade --out RUN` goes on' "what is not judged yet is said on standard error"
like "$(words_of "$TMP/partly/index.html")" 'Of 1 of 1 submissions not all is judged' "and on the first page"
is "$("$WORKBENCH" report "$TMP/run" "$TMP/whole" 2>&1 >/dev/null; grep -c 'not all is judged' "$TMP/whole/index.html")" 0 "and only then"
# A shell has what it starts in the background ignore Ctrl-C.
mkdir "$TMP/parent"
perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" report "$TMP/run" "$TMP/parent/site" --staff -j 1 >/dev/null 2>&1 &
pid=$!
wait_until pgrep -P "$pid" >/dev/null
kill -INT "$pid"
wait "$pid"
is "$?" 130 "Ctrl-C ends it with 130"
is "$(ls -A "$TMP/parent")" "" "and leaves nothing"
echo '-- changed' >>"$TMP/course/course.lua"
"$WORKBENCH" report "$TMP/run" "$TMP/public" --force >/dev/null
like "$(cat "$TMP/public/index.html")" 'The course has changed since it was graded' "a course that has changed is told of"

tap_finish
