#!/usr/bin/env bash
# grade: from a folder of submissions to results and gradebooks, with wrong usage, Ctrl-C and kills.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/runs.sh"
. "$ROOT/tests/courses.sh"
. "$ROOT/tests/cli/device.sh"
export WORKBENCH_COURSE=$COURSE
grade() { "$WORKBENCH" grade "$@"; }
# json FILE EXPRESSION: what it gives, with the file's value as $_.
json() { perl -MJSON::PP -e 'local $/; open my $f, "<", shift or die; $_ = decode_json(<$f>); print eval(shift) // "undef"' "$1" "$2"; }

mkdir -p "$TMP/class"/{ynez,bo,cy,di}
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/class/ynez/01-map.cl"
cp "$COURSE/solutions/02-zip/wrong/zeros.cl" "$TMP/class/ynez/02-zip.cl"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/class/bo/map (1).cl"
cp "$COURSE/kernels/03-guards.cl" "$TMP/class/bo/03-guards.cl"
mkfifo "$TMP/class/cy/01-map.cl"
cp "$COURSE/solutions/02-zip/accepted.cl" "$TMP/class/di/02-zip.cl"
cp "$COURSE/solutions/02-zip/wrong/zeros.cl" "$TMP/class/di/zip.cl"

# ---- what is there ----

out=$(grade --list "$TMP/class" 2>"$TMP/err" </dev/null)
is "$?" 0 "--list judges nothing, and is content"
is "$(cat "$TMP/err")" "" "without a word on standard error"
like "$out" "^4 submissions by the course in " "it says by which course"
like "$out" '^2 with something for a person to look at' "and how many a person should look at"
like "$(sed -n '/to look at:$/,$p' <<<"$out" | tail -n +2 | grep -c '^  [^ ]')" '^2$' "and which, and why"
like "$out" '^    01-map +map \(1\)\.cl  by its name$' "a browser's (1) does not matter"
like "$out" '03-guards +03-guards\.cl  by its slug, still the starter' "a starter is called one"
like "$out" 'unreadable +01-map\.cl: ' "a FIFO is unreadable"
like "$out" '02-zip +zip\.cl .*\(is not judged\)' "of two candidates one is judged"
grade --list "$TMP/class" --json >"$TMP/list.json"
is "$(json "$TMP/list.json" 'join " ", map { $_->{ids}[0] } @$_')" "bo cy di ynez" "as JSON, too"

# What Canvas calls late, it gives no time of.
mkdir "$TMP/canvas"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/canvas/byronada_501_9001_map.cl"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/canvas/leebo_LATE_502_9003_map.cl"
is "$(grade --list "$TMP/canvas" | grep -c '  late$')" 1 "who is late by Canvas' word is named"
grade "$TMP/canvas" --out "$TMP/canvas-run" >"$TMP/out" 2>&1
is "$?:$(grade --status "$TMP/canvas-run" --names | grep -c 'id 502 .*came late')" 1:1 "and is for a person to look at"

# Who has no name there has an id; and a teacher's files are nobody's, however many.
mkdir "$TMP/anonymous" "$TMP/beside" "$TMP/counts"
map=$COURSE/solutions/01-map/accepted.cl
cp "$map" "$TMP/anonymous/anon_Ab1cD_123456_map.cl"
cp "$map" "$TMP/anonymous/LATE_anon_12345_123457_map.cl"
echo "<p>mine</p>" >"$TMP/anonymous/anon_Xy9zW_text.html"
is "$(grade --list "$TMP/anonymous" --json | perl -MJSON::PP -0777 -ne 'print join " ", map { $_->{ids}[0] } @{decode_json($_)}')" "anon_12345 anon_Ab1cD anon_Xy9zW" "who is anonymous in Canvas is who the id says"
like "$(grade --list "$TMP/anonymous")" '^anon_12345  id anon_12345  late$' "and may be late"
cp "$TMP"/canvas/* "$TMP/beside"
for i in 1 2 3 4 5 6 7 8; do echo "$i" >"$TMP/beside/notes $i.txt"; done
cp "$COURSE/kernels/01-map.cl" "$TMP/beside/map.cl"
grade --list "$TMP/beside" >"$TMP/out"
is "$(grep -c '  id 50[12]' "$TMP/out"):$(grep -c 'belongs to no submission' "$TMP/out")" 2:9 "a download of Canvas is one with more files of a teacher's than people's"
cp "$map" "$TMP/counts/map_1_2_x.cl" && cp "$map" "$TMP/counts/map_1024_2048_x.cl"
cp "$COURSE/solutions/02-zip/accepted.cl" "$TMP/counts/zip_1024_4096_x.cl"
is "$(grade --list "$TMP/counts" | grep -c '^counts  id counts$')" 1 "numbers in names of kernels make no download of Canvas"

# A teacher's starter beside a class.
mkdir -p "$TMP/starter"/{ann,bo,cy,di} "$TMP/versions"/{old,new} "$TMP/parts"/{01-map,map-2,map}
for who in ann bo cy; do cp "$map" "$TMP/starter/$who/map.cl"; done
cp "$COURSE/solutions/02-zip/accepted.cl" "$TMP/starter/di/zip.cl"
cp "$COURSE/kernels/01-map.cl" "$TMP/starter/map.cl" && echo "our class" >"$TMP/starter/README"
grade --list "$TMP/starter" >"$TMP/out"
is "$(grep -c '^[a-z]*  id ' "$TMP/out"):$(grep -c '^map\.cl belongs to no submission: .*say --one' "$TMP/out")" 4:1 "a kernel beside three folders that answer the same puzzle is nobody's"
is "$(grade --list "$TMP/starter" --json 2>&1 >/dev/null | grep -c 'map\.cl belongs to no submission')" 1 "with --json that is on standard error"
is "$(grade --list "$TMP/starter" --one | grep -c '  id ')" 1 "--one makes all of it one"
tar -C "$TMP" -cf "$TMP/starter.tar" starter
is "$(grade --list "$TMP/starter.tar" | grep -c '^[a-z]*  id ')" 4 "an archive of it is the same"
grade "$TMP/starter" --out "$TMP/starter-run" >"$TMP/out" 2>"$TMP/err"
is "$?:$(grep -c 'map\.cl belongs to no submission' "$TMP/out" "$TMP/err" | cut -d: -f2 | xargs)" "1:1 1" "a person should look at a kernel that is nobody's"
grade --status "$TMP/starter-run" >"$TMP/out"
is "$?:$(grep -c 'map\.cl belongs to no submission' "$TMP/out")" 1:1 "--status says so, too"
is "$(json "$TMP/starter-run/run.json" 'join " ", @{$_->{nobodys}}')" "map.cl README" "and run.json, in which it comes first"
grade --again "$TMP/starter-run" --out "$TMP/starter-again" --unchecked >"$TMP/out" 2>/dev/null
is "$?:$(grep -c 'map\.cl belongs to no submission' "$TMP/out")" 1:1 "a regrade says so as well"
for i in $(seq 101); do echo x >"$TMP/starter/a$i.png"; done
grade "$TMP/starter" --out "$TMP/album-run" >"$TMP/out" 2>/dev/null
is "$?:$(grep -c 'map\.cl belongs to no submission' "$TMP/out")" 1:1 "also beside a hundred pictures"
for folder in versions parts; do
  for part in "$TMP/$folder"/* "$TMP/$folder"; do cp "$map" "$part/map.cl"; done
done
cp -r "$TMP/starter" "$TMP/packed" && mkdir "$TMP/packed/work"
is "$(for one in versions parts packed; do grade --list "$TMP/$one" | grep -c '  id '; done | xargs)" "1 1 1" "two folders, folders called as puzzles, or one called work make no class"

# ---- wrong usage ----

refuse "no --out" 'where to\? --out RUN' "$TMP/class"
refuse "nothing handed in" 'say what was handed in' --out "$TMP/none"
refuse "a folder that is not there" 'there is no .*/nowhere' "$TMP/nowhere" --out "$TMP/none"
[ ! -e "$TMP/none" ]
ok $? "and nothing is made for it"
refuse "two modes" 'either --list or --status' --list --status "$TMP/class"
refuse "a third run to compare" "unexpected '$TMP/c': workbench grade --compare RUN RUN2" --compare "$TMP/a" "$TMP/b" "$TMP/c"
refuse "an operand more than a mode takes" "unexpected 'more': workbench grade --status RUN" --status "$TMP/a" more
refuse "an operand less" 'something is missing: workbench grade --override RUN ID PUZZLE ' --override "$TMP/a" ynez
refuse "an option of another mode" '^workbench grade: --keep-better is for --apply$' --undo "$TMP/a" --keep-better
refuse "an option of judging" '^workbench grade: --jobs is for --gradescope, --attach, --shard, --again, judging$' --status "$TMP/a" --jobs 2
refuse "--case without --replay" '^workbench grade: --case is for --replay$' --show "$TMP/a" ynez zip --case 1
refuse "what is no run" 'is no run of' --status "$TMP"
refuse "an unknown assignment" 'has no assignments' "$TMP/class" --out "$TMP/none" --assignment hw9
refuse "an unknown format" '--export takes json' --export xml "$TMP"
mkdir "$TMP/full" && touch "$TMP/full/notes"
refuse "a folder with something else in it" 'name another --out' "$TMP/class" --out "$TMP/full"
mkdir "$TMP/empty"
refuse "no submission in a folder of them" 'there is no submission in' "$TMP/empty" --many --out "$TMP/none2"

# ---- judging ----

grade "$TMP/class" --out "$TMP/run" >"$TMP/out" 2>"$TMP/err"
is "$?" 1 "all is judged, and a person should look at something"
like "$(cat "$TMP/out")" '4 submissions of 4 people, 3 different texts' "equal texts are one"
is "$(stat -c %a "$TMP/run" "$TMP/run/people.csv" "$TMP/run/run.db" | sort -u | xargs)" "600 700" "the run is its owner's alone"
pseudonym() { sed -n "s/^\(s[0-9a-f]*\),1,$1,.*/\1/p" "$TMP/run/people.csv" | tr -d '\r'; }
ynez=$TMP/run/submissions/$(pseudonym ynez)/result.json
is "$(json "$ynez" 'join " ", map { "$_->{puzzle}:$_->{state}" } @{$_->{puzzles}}[0 .. 2]')" \
  "01-map:judged 02-zip:judged 03-guards:missing" "states are told apart"
is "$(json "$ynez" 'join " ", map { $_->{verdict} } @{$_->{puzzles}}[0, 1]')" "accepted wrong-answer" "and verdicts"
is "$(json "$ynez" '"$_->{points} of $_->{most}"')" "10 of 60" "points are 10 a puzzle"
bo=$TMP/run/submissions/$(pseudonym bo)/result.json
is "$(json "$bo" '$_->{puzzles}[2]{state}')" "starter" "a starter is no answer"
cy=$TMP/run/submissions/$(pseudonym cy)/result.json
is "$(json "$cy" '$_->{puzzles}[0]{state}')" "unreadable" "a FIFO is unreadable, and no fault of ours"
di=$TMP/run/submissions/$(pseudonym di)/result.json
like "$(json "$di" '$_->{flag}')" 'another text' "two candidates are for a person to look at"
is "$(json "$di" '$_->{puzzles}[1]{verdict}')" "accepted" "the one with the better name was judged"
! grep -rEl "$TMP|\<$(hostname)\>|elapsed_ms\": [1-9]" "$TMP/run/submissions" "$TMP/run/judged"
ok $? "no result has a path, a host or a time"
like "$(grade --status "$TMP/run")" "^  $(pseudonym di)  .*another text" "--status names who is to be looked at"
grade --status "$TMP/run" >"$TMP/out"
is "$?" 1 "with the exit code 1"
like "$(grade --status "$TMP/run" --names)" "^  $(pseudonym di)  id di  .*another text" "and with --names who that is"
like "$(grade --show "$TMP/run" ynez --names)" "^$(pseudonym ynez)  id ynez: 10.00 of 60" "so does --show"
like "$(grade --show "$TMP/run" ynez zi --student)" 'wrong answer|wrong-answer' "--student is what the student is told of a puzzle, in words"
refuse "a trace of what is not judged once more" '--trace is for --replay' --show "$TMP/run" ynez zip --trace "$TMP/x.trace"
refuse "a puzzle that is not there" 'it has 01-map, 02-zip' --show "$TMP/run" ynez nothing

grade "$TMP/canvas" --out "$TMP/run" >"$TMP/out" 2>"$TMP/err"
like "$(cat "$TMP/err")" 'what is new in .*/canvas needs another --out' "what is handed in later is not taken in silence"
like "$(cat "$TMP/out")" '^4 submissions of 4 people' "nor at all"
refuse "another secret" 'name that with --secret' --out "$TMP/run" --secret "$TMP/other"

# ---- again, in other ways: the same bytes ----

same() { # SENTENCE RUN
  diff -r "$TMP/run/submissions" "$2/submissions" >"$TMP/diff" && cmp -s "$TMP/run/run.json" "$2/run.json"
  ok $? "$1: the same bytes"
  head -5 "$TMP/diff" | sed 's/^/# /'
}
grade "$TMP/class" --out "$TMP/run1" -j1 >"$TMP/out" 2>&1
same "one at a time" "$TMP/run1"
grade "$TMP"/class/{di,cy,bo,ynez} --one --out "$TMP/run2" -j8 >"$TMP/out" 2>&1
same "in another order, eight at a time" "$TMP/run2"
before=$(cat "$ynez")
grade --out "$TMP/run" >"$TMP/out" 2>&1
is "$(cat "$ynez")" "$before" "a run that is over may be called again"

# kill -9 in the middle, as often as it takes.
kills=0
for delay in 0.05 0.15 0.3 0.5 0.8; do
  setsid "$WORKBENCH" grade "$TMP/class" --out "$TMP/run3" -j1 >/dev/null 2>&1 &
  child=$!
  sleep "$delay"
  kill -9 "$child" 2>/dev/null && kills=$((kills + 1))
  wait "$child" 2>/dev/null
done
[ "$kills" -gt 0 ]
ok $? "it was killed in the middle ($kills times)"
grade "$TMP/class" --out "$TMP/run3" >"$TMP/out" 2>&1
is "$?" 1 "and goes on"
same "after kills" "$TMP/run3"

mkdir -p "$TMP/clones/ann/.git" "$TMP/clones/bo"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/clones/bo/01-map.cl"
echo "our class" >"$TMP/clones/README.md"
printf 'PK\003\004' >"$TMP/clones/ann/hw.zip"
grade "$TMP/clones" --out "$TMP/clones-run" --unchecked >"$TMP/out" 2>"$TMP/err"
like "$(cat "$TMP/out")" '^2 submissions of 2 people' "beside clones another folder is a submission, too"
like "$(cat "$TMP/err")" '^workbench grade: README\.md belongs to no submission' "what belongs to none is said"
like "$(grade --show "$TMP/clones-run" ann map --student 2>&1)" '^Nothing that was handed in could be read' "a puzzle is not just missing where nothing could be read"

cp -r "$TMP/clones" "$TMP/around"
refuse "a run among the submissions" 'lies in .*around, among the submissions' "$TMP/around" --out "$TMP/around/run"
refuse "the submissions as their run" 'lies in .*around, among the submissions' "$TMP/around" --out "$TMP/around"
[ ! -e "$TMP/around/run" ]
ok $? "and is not made"

mkdir -p "$TMP/odd"/{cy,di}
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/odd/cy/map.cl.docx"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/odd/di/map.cl"
echo "about me" >"$TMP/odd/di/README.md"
grade "$TMP/odd" --out "$TMP/odd-run" --unchecked >"$TMP/out" 2>&1
is "$?" 1 "who has handed in no kernel is for a person to look at"
like "$(grade --status "$TMP/odd-run" --names)" 'map\.cl\.docx: Nothing that was handed in is a kernel or a program\.' "with the name of what they have"
is "$(grade --status "$TMP/odd-run" --names | grep -c 'README')" 0 "not so what lies beside a kernel"
like "$(grade --show "$TMP/odd-run" cy --student 2>&1)" '^map\.cl\.docx is no kernel, program or archive by its name\.$' "and the student reads it"

# ---- too many files ----

mkdir -p "$TMP/many"/{ada,bo}
for i in $(seq 250); do echo "$i" >"$TMP/many/ada/helper$i.cl" && echo "$i" >"$TMP/many/bo/map ($i).cl"; done
cp "$COURSE/solutions/02-zip/accepted.cl" "$TMP/many/ada/zip.cl"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/many/bo/map.cl"
cp "$COURSE/solutions/02-zip/accepted.cl" "$TMP/many/bo/zip.cl"
grade "$TMP/many" --out "$TMP/many-run" --unchecked >"$TMP/out" 2>&1
is "$?:$(points "$TMP/many-run")" "1:ada,10 bo,20 " "of too many files those are judged that are called as a puzzle"
like "$(grade --list "$TMP/many")" '^    left out +helper[0-9]+\.cl, .* and 46 more are not kept: a submission has at most 200 files' "--list names some of those that are left out"
for whose in result student; do
  json "$TMP/many-run/submissions/$(sed -n "s/^\(s[0-9a-f]*\),1,ada,.*/\1/p" "$TMP/many-run/people.csv")/$whose.json" \
    '"$_->{files_left_out} " . grep { /^helper/ } @{$_->{left_out}}' >"$TMP/out"
  is "$(cat "$TMP/out")" "51 5" "so does $whose.json"
done

# ---- UTF-16 ----

mkdir -p "$TMP/wide"/{marked,plain,text,utf8}
map=$COURSE/solutions/01-map/accepted.cl
iconv -f utf-8 -t utf-16 "$map" >"$TMP/wide/marked/01-map.cl"
iconv -f utf-8 -t utf-16be "$map" >"$TMP/wide/plain/01-map.cl"
iconv -f utf-8 -t utf-16le "$map" >"$TMP/wide/text/map.txt"
iconv -f utf-8 -t utf-16 <<<"about me" >"$TMP/wide/text/readme.txt"
(printf '\357\273\277' && cat "$map") >"$TMP/wide/utf8/01-map.cl"
iconv -f utf-8 -t utf-16 <<<"local a = 1" >"$TMP/wide/utf8/wide.lua"
grade "$TMP/wide" --out "$TMP/wide-run" --unchecked >"$TMP/out" 2>&1
is "$?" 1 "what is handed in as UTF-16 is for a person to look at"
is "$(grade --list "$TMP/wide" | grep -c 'unreadable .*UTF-16.*save it as UTF-8, and hand it in again')" 4 "--list says of each what to do, with and without a mark"
for who in marked plain; do
  for whose in result student; do
    json "$TMP/wide-run/submissions/$(sed -n "s/^\(s[0-9a-f]*\),1,$who,.*/\1/p" "$TMP/wide-run/people.csv")/$whose.json" \
      '"$_->{puzzles}[0]{state} $_->{files}[0]{why}"' >"$TMP/out"
    like "$(cat "$TMP/out")" '^unreadable It is a text in UTF-16' "$whose.json of $who says so"
  done
done
like "$(grade --show "$TMP/wide-run" marked map --student 2>&1)" 'UTF-16.*save it as UTF-8' "and the student reads it"
is "$(points "$TMP/wide-run")" "marked,0 plain,0 text,0 utf8,10 " "a mark of UTF-8 does no harm"

mkdir "$TMP/latin" "$(printf "$TMP/latin/M\\xf6ller")" "$(printf "$TMP/latin/M\\xfcller")"
cp "$COURSE/solutions/01-map/accepted.cl" "$(printf "$TMP/latin/M\\xf6ller/map.cl")"
cp "$COURSE/solutions/01-map/wrong/local-id.cl" "$(printf "$TMP/latin/M\\xfcller/map.cl")"
grade "$TMP/latin" --out "$TMP/latin-run" --unchecked >"$TMP/out" 2>&1
like "$(cat "$TMP/out")" '^2 submissions of 2 people' "two people stay two whose names are not UTF-8"

# Two at a time: the second says who holds it.
busy_kernel >"$TMP/busy.cl"
mkdir -p "$TMP/slow/eve" && cp "$TMP/busy.cl" "$TMP/slow/eve/01-map.cl"
# With SIGINT as a terminal's shell would leave it.
perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$WORKBENCH" grade "$TMP/slow" --out "$TMP/run4" --course "$COURSE" --unchecked >"$TMP/out4" 2>&1 &
child=$!
judges() { "$WORKBENCH" grade --status "$TMP/run4" 2>/dev/null | grep -q '0 judged, 1 left'; }
wait_until judges
refuse "a second process on the run" "number $child works on" --out "$TMP/run4"
like "$(grade --status "$TMP/run4" 2>&1)" 'submission|not all here' "--status works meanwhile"
kill -INT "$child"
wait "$child"
code=$?
is "$code" 130 "Ctrl-C leaves it"
grade --status "$TMP/run4" >"$TMP/out"
is "$?" 2 "the exit code of --status says that not all is judged"
like "$(cat "$TMP/out4")" "grade --out $TMP/run4 --course $COURSE --unchecked. goes on from here" "and says how to go on"
refuse "a run that is not all judged is not compared" 'run4 is not all judged yet' --compare "$TMP/run" "$TMP/run4"
touch "$TMP/run4"/{run.json,people.csv}.AbCdEf
grade --out "$TMP/run4" --unchecked >"$TMP/out" 2>&1
is "$?" 0 "it goes on after Ctrl-C"
is "$(find "$TMP/run4" -name '*.AbCdEf')" "" "without what was left half-written"
grade --status "$TMP/run4" >"$TMP/out"
is "$?" 0 "as it says that all is, and that nobody need look"
is "$(json "$TMP"/run4/submissions/*/result.json '$_->{puzzles}[0]{verdict}')" "time-limit" "and judges what was left"

# ---- faults of the course and of the machine ----

copy_course "$TMP/faulty"
rm "$TMP/faulty/solutions/01-map/accepted.cl"
grade "$TMP/class" --course "$TMP/faulty" --out "$TMP/run5" >"$TMP/out" 2>"$TMP/err"
is "$?" 3 "a course with faults grades nobody"
like "$(cat "$TMP/err")" '--unchecked' "and how it would"
[ ! -e "$TMP/run5" ]
ok $? "and leaves no folder that would be of that course"
grade "$TMP/class" --course "$TMP/faulty" --out "$TMP/run5" --unchecked >"$TMP/out" 2>"$TMP/err"
is "$?" 1 "--unchecked grades by it"
WORKBENCH_WALLS=landlock grade "$TMP/class" --out "$TMP/run6" >"$TMP/out" 2>"$TMP/err"
is "$?" 4 "without all walls nobody is graded"
like "$(cat "$TMP/err")" 'seccomp is missing.*--sandbox basic' "and which is missing"
WORKBENCH_WALLS=landlock grade "$TMP/class" --out "$TMP/run6" --sandbox basic >"$TMP/out" 2>"$TMP/err"
is "$?" 1 "--sandbox basic grades with what there is"
is "$(json "$TMP"/run6/submissions/"$(pseudonym ynez)"/result.json '$_->{all_walls} ? "all" : "not all"')" "not all" "and its results say so"
is "$(json "$TMP"/run6/submissions/"$(pseudonym ynez)"/student.json 'exists $_->{all_walls} && !$_->{all_walls}')" 1 "so does the student's"
grade --export json "$TMP/run6" >"$TMP/less.json"
is "$(json "$TMP/less.json" 'exists $_->{all_walls} && !$_->{all_walls}')" 1 "the JSON for other programs"
grade --export gradescope "$TMP/run6" "$TMP/less.zip" 2>/dev/null
is "$(unzip -p "$TMP/less.zip" | grep -c '"output": ".*judged with --sandbox basic')" 4 "what Gradescope shows"
for kind in "" --staff; do
  "$WORKBENCH" report "$TMP/run6" "$TMP/less$kind" $kind --jobs 2 >/dev/null 2>&1
  is "$(grep -L 'judged with --sandbox basic' "$TMP/less$kind"/*.html)" "" "and each page of a report${kind:+ for staff}"
done
grade --export json "$TMP/run" >"$TMP/all.json"
"$WORKBENCH" report "$TMP/run" "$TMP/all" >/dev/null 2>&1
! grep -q 'all_walls\|sandbox basic' "$TMP/all.json" "$TMP"/run/submissions/*/student.json "$TMP"/all/*.html
ok $? "and nothing of it is said where all walls stood"
grade "$TMP/class" --course "$TMP/faulty" --out "$TMP/none2" --unchecked >"$TMP/out" 2>"$TMP/err"
is "$?" 1 "a run that got no submission is begun anew, by any course"
is "$(json "$TMP/none2/run.json" '$_->{course}{sha256}')" "$(json "$TMP/run5/run.json" '$_->{course}{sha256}')" "which it then is of"
echo "-- another" >>"$TMP/faulty/puzzles/01-map/puzzle.lua"
refuse "another course in the same run" 'begun with another state.*--course; or.*--again RUN --out RUN2' --course "$TMP/faulty" --out "$TMP/run"
unlike "$(cat "$TMP/err")" '[0-9a-f]{16}' "without its digests"

# A run of which nothing is judged is begun anew by a course that was changed, once what was handed in is named again.
begin() { # how a run with a judge that does not start is left: nothing is judged
  rm -rf "$TMP/begun"
  WORKBENCH_LIBEXEC=$TMP/libexec grade "$TMP/class" --course "$TMP/faulty" --out "$TMP/begun" --unchecked >"$TMP/out" 2>&1
}
mkdir "$TMP/libexec" && cp "$BUILD"/workbench-* "$TMP/libexec" && printf '#!/bin/sh\nexit 9\n' >"$TMP/libexec/workbench-compiler"
begin
sha() { json "$1/run.json" '$_->{course}{sha256}'; }
before=$(sha "$TMP/begun")
echo "-- mended" >>"$TMP/faulty/puzzles/01-map/puzzle.lua"
refuse "a changed course without what was handed in" 'while nothing is judged, .workbench grade SUBMISSION… --out RUN. begins it' --course "$TMP/faulty" --out "$TMP/begun" --unchecked
rm "$TMP/class/cy/01-map.cl"
grade "$TMP/class" --course "$TMP/faulty" --out "$TMP/begun" --unchecked >"$TMP/out" 2>"$TMP/err"
is "$?" 1 "a run of which nothing is judged is begun anew"
[ "$(sha "$TMP/begun")" != "$before" ]
ok $? "by the course as it is now"
is "$(find "$TMP/begun/submissions" -name result.json -exec grep -l '"unreadable"' {} +)" "" "with what is handed in now"
echo "-- once more" >>"$TMP/faulty/puzzles/01-map/puzzle.lua"
refuse "once something is judged" 'begun with another state' "$TMP/class" --course "$TMP/faulty" --out "$TMP/begun" --unchecked
begin
echo "-- again" >>"$TMP/faulty/puzzles/01-map/puzzle.lua"
grade --override "$TMP/begun" ynez zip --points 4 --by Eve --reason x >"$TMP/out"
refuse "once a person has decided something" 'begun with another state' "$TMP/class" --course "$TMP/faulty" --out "$TMP/begun" --unchecked
begin
mkdir "$TMP/begun/shards"
echo "-- and again" >>"$TMP/faulty/puzzles/01-map/puzzle.lua"
refuse "once an engine has got it" 'begun with another state' "$TMP/class" --course "$TMP/faulty" --out "$TMP/begun" --unchecked
mkfifo "$TMP/class/cy/01-map.cl"

# A judge that does not start is nobody's fault but ours.
WORKBENCH_LIBEXEC=$TMP/libexec grade "$TMP/class" --out "$TMP/run7" --unchecked >"$TMP/out" 2>"$TMP/err"
is "$?" 5 "what could not be judged makes it 5"
grade --status "$TMP/run7" >"$TMP/out"
is "$?" 5 "so does --status"
broken=$TMP/run7/submissions/$(pseudonym ynez)
is "$(json "$broken/result.json" '"$_->{puzzles}[0]{state} " . ($_->{puzzles}[0]{points} // "null")')" "not-judged null" "and has no points rather than 0"
like "$(grade --export csv "$TMP/run7" 2>&1 >/dev/null)" '3 of 3 texts are not judged' "an export says so"
like "$(grade --export csv "$TMP/run7" 2>/dev/null | grep ynez)" ',,60,Something of it could not be judged' "no gradebook gets a number"
WORKBENCH_LIBEXEC=$TMP/libexec grade --out "$TMP/run7" --unchecked >"$TMP/out" 2>&1
is "$?" 5 "who goes on tries it once more, and not for ever"
grade --out "$TMP/run7" --unchecked >"$TMP/out" 2>&1
is "$?" 1 "when the fault is mended it is judged"
is "$(json "$broken/result.json" '$_->{puzzles}[0]{state}')" "judged" "and has its points"

# ---- a copy that cannot be written ----

cp -r "$TMP/run" "$TMP/kept" && chmod -R a-w,a+rX "$TMP/kept"
cp -rL "$COURSE" "$TMP/readable" && chmod -R a+rX "$TMP/readable"
chmod a+x "$TMP"
reader() { # ARGUMENT...: workbench as somebody who may write nothing of it
  local drop=()
  [ "$(id -u)" -ne 0 ] || drop=(setpriv --reuid 65534 --regid 65534 --clear-groups)
  "${drop[@]}" env HOME=/nonexistent "$WORKBENCH" "$@" --course "$TMP/readable"
}
if [ "$(id -u)" -eq 0 ] && ! setpriv --reuid 65534 --regid 65534 --clear-groups test -x "$WORKBENCH" -a -r "$TMP/readable/course.lua"; then
  skip "nobody else can reach the program" "a run that cannot be written is read"
else
  is "$(reader grade --status "$TMP/kept" 2>&1)" "$(grade --status "$TMP/run" | sed "s|$TMP/run|$TMP/kept|")" "--status reads a run that cannot be written"
  is "$(reader grade --show "$TMP/kept" ynez 2>&1)" "$(grade --show "$TMP/run" ynez)" "so does --show"
  is "$(reader grade --export csv "$TMP/kept" 2>&1)" "$(grade --export csv "$TMP/run" 2>&1)" "and --export"
  mkdir -m 777 "$TMP/sites"
  reader report "$TMP/kept" "$TMP/sites/one" >"$TMP/out" 2>&1
  is "$?" 0 "and report"
  reader grade --status "/$TMP/kept" >"$TMP/out" 2>&1
  is "$?" 1 "by a path with two slashes, too"
  for log in wal journal; do
    chmod u+w "$TMP/kept" && echo x >"$TMP/kept/run.db-$log" && chmod a+r "$TMP/kept/run.db-$log"
    chmod u-w "$TMP/kept"
    like "$(reader grade --status "$TMP/kept" 2>&1)" 'the program that wrote it last was cut off.*copy the folder to a place where you may write' \
      "where a change is in run.db-$log, it says what to do"
    chmod u+w "$TMP/kept" && rm "$TMP/kept/run.db-$log"
  done
fi
chmod -R u+w "$TMP/kept"
chmod go= "$TMP"

# ---- results that are lost ----

cp -r "$TMP/run" "$TMP/lossy"
lost=$(grep -l '"wrong-answer"' "$TMP"/lossy/judged/02-zip/*.json) && rm "$lost"
is "$(grade --export csv "$TMP/lossy" 2>"$TMP/err" | sed -n 's/^ynez,,s[0-9a-f]*,//p' | cut -d, -f5,7)" ",Something of it could not be judged." "whose result is lost has no points"
like "$(cat "$TMP/err")" "^workbench grade: $lost is lost; .workbench grade --out $TMP/lossy. judges it again" "and an export names it"
out=$(grade --status "$TMP/lossy")
is "$?:$(grep -c '^2 judged, 1 left' <<<"$out")" 2:1 "by --status not all is judged"
like "$(grade --show "$TMP/lossy" ynez)" '02-zip +0\.00 of 10  not-judged  02-zip.cl: its result is lost$' "--show says why"
grade --out "$TMP/lossy" >"$TMP/out" 2>&1
is "$?" 1 "who goes on with the run judges it again"
same "judged again" "$TMP/lossy"
cmp -s "$lost" "${lost/lossy/run}"
ok $? "with the same result"

: >"$lost"
grade --status "$TMP/lossy" >"$TMP/out" 2>&1
is "$?:$(grep -c "$lost:.* is damaged: .*; delete $lost, and .workbench grade --out $TMP/lossy. judges it again" "$TMP/out")" 4:1 "one that is damaged is named, with what to do"

# ---- exports ----

grade --export csv "$TMP/run" "$TMP/grades.csv"
like "$(cat "$TMP/grades.csv")" '^ynez,,s[0-9a-f]+,1,1,on-time,10,10,60,,10,0,0,0,0,0' "csv has a row a person"
refuse "a file that is there" '--force overwrites' --export csv "$TMP/run" "$TMP/grades.csv"
grade --export csv "$TMP/run" "$TMP/grades.csv" --force
is "$?" 0 "--force overwrites it"
grade --export json "$TMP/run" >"$TMP/grades.json"
is "$(json "$TMP/grades.json" 'join " ", map { "$_->{ids}[0]=$_->{points}" } sort { $a->{ids}[0] cmp $b->{ids}[0] } @{$_->{people}}')" \
  "bo=10 cy=0 di=10 ynez=10" "json has everybody's points"
grade --export tap "$TMP/run" >"$TMP/run.tap"
like "$(cat "$TMP/run.tap")" '^ok [0-9]+ - ynez 01-map ' "tap has a test a case"
like "$(cat "$TMP/run.tap")" '^not ok [0-9]+ - bo 03-guards$' "and one for each puzzle that has none, with whose it is"
prove -e cat "$TMP/run.tap" >"$TMP/out" 2>&1
like "$(cat "$TMP/out")" '^Result: FAIL' "and prove counts what failed"
grade --export tap "$TMP/run" "$TMP/taps/"
is "$?:$(ls "$TMP/taps" | xargs)" "0:bo.tap cy.tap di.tap ynez.tap" "into a folder it is a stream a submission"
prove -v --ext .tap "$TMP/taps" >"$TMP/out" 2>&1
is "$(sed -n 's/^.*Tests: \([0-9]*\) Failed: \([0-9]*\)).*$/\1 \2/p' "$TMP/out" | awk '{t += $1; f += $2} END {print t, f}')" \
  "$(awk '/^(not )?ok /{t++} /^not ok /{f++} END {print t, f}' "$TMP/run.tap")" "in which prove finds the same tests"
refuse "a stream that is there" 'taps/[a-z]+\.tap is there already; --force' --export tap "$TMP/run" "$TMP/taps"
grade --export tap "$TMP/run" "$TMP/taps" --force
is "$?:$(find "$TMP/taps" -type f | wc -l)" 0:4 "--force replaces them"
like "$(grade --export junit "$TMP/run")" '<testsuite name="ynez" ' "junit has a suite a submission"
grade --export sarif "$TMP/run" >"$TMP/run.sarif"
is "$(json "$TMP/run.sarif" '$_->{version}')" "2.1.0" "sarif is JSON"
unlike "$(cat "$TMP/run.sarif")" '"uri":"(/|file:)' "without absolute addresses"
cat >"$TMP/moodle.csv" <<'END'
Identifier,Full name,Email address,Grade,Maximum grade,Last modified (grade),Feedback comments
Participant 1,Ada,ynez,,60.00,-,
Participant 2,Nobody,nobody,7.00,60.00,-,
END
grade --export moodle "$TMP/run" --roster "$TMP/moodle.csv" "$TMP/filled.csv" 2>"$TMP/err"
is "$(cut -d, -f1-4 "$TMP/filled.csv" | xargs -d '\n')" "Identifier,Full name,Email address,Grade Participant 1,Ada,ynez,10 Participant 2,Nobody,nobody,7.00" \
  "moodle's own file is filled in, and what is not ours stays"
like "$(cat "$TMP/err")" '1 of 2 rows have their points' "and it says what it has done"
sed -i 's/-,$/-,""/' "$TMP/moodle.csv"
grade --export moodle "$TMP/run" --roster "$TMP/moodle.csv" "$TMP/filled.csv" --force 2>"$TMP/err"
unlike "$(cat "$TMP/err")" 'other feedback|had something else' "a feedback cell of two quotes is empty: nothing is replaced"
refuse "a gradebook without its file" 'name it with --roster' --export canvas "$TMP/run"

# ---- appeals ----

out=$(grade --show "$TMP/run" ynez zip)
like "$out" '✗ wrong-answer  02-zip' "--show explains a verdict"
grade --override "$TMP/run" ynez zip --points 4 --by Eve --reason "a typo" >"$TMP/out"
is "$(json "$ynez" '"$_->{points} $_->{puzzles}[1]{points} $_->{puzzles}[1]{override}{points}"')" "14 0 4" "an override stands beside the judge's points"
like "$(grade --show "$TMP/run" ynez)" "Eve gave 4 instead of the judge's 0.00: a typo" "and is shown with both"
refuse "an override without a reason" '--reason' --override "$TMP/run" ynez zip --points 4 --by Eve
refuse "points that are none" 'no number from 0' --override "$TMP/run" ynez zip --points many --by Eve --reason x
refuse "fewer points than none" 'no number from 0' --override "$TMP/run" ynez zip --points -1 --by Eve --reason x --force
refuse "more points than there are" '02-zip is worth 10 points.*--force' --override "$TMP/run" ynez zip --points 10.5 --by Eve --reason x
is "$(json "$ynez" '$_->{puzzles}[1]{override}{points}')" 4 "which change nothing"
mkdir -p "$TMP/pairs/submission_1"
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/pairs/submission_1/map.cl"
printf 'submission_1:\n  :submitters:\n  - :name: Ada Lee\n    :sid: "71"\n  - :name: Cy Fox\n    :sid: "72"\n' \
  >"$TMP/pairs/submission_metadata.yml"
grade "$TMP/pairs" --out "$TMP/pairs-run" --unchecked >/dev/null 2>&1
is "$(grade --export csv "$TMP/pairs-run" | grep -c '71.*72')" 1 "a group has the ids of both"
grade --forget "$TMP/pairs-run" 71 >/dev/null
is "$(grade --export csv "$TMP/pairs-run" | grep -c '^72,')" 1 "--forget of one of a group leaves the other"
is "$(grep -cw 'Ada\|71' "$TMP/pairs-run/people.csv")" 0 "and nothing of the one"
grade --forget "$TMP/run" ynez >"$TMP/out"
! grep -aq 'ynez' "$TMP/run/people.csv" "$TMP/run/run.db"
ok $? "--forget removes who somebody is"
refuse "somebody who was forgotten" 'nobody called' --show "$TMP/run" ynez

tap_finish
