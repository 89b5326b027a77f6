#!/usr/bin/env bash
# What a run becomes for those who know one submission at a time: their shapes, and that they tell a
# student no more than they may. Gradescope's own is in gradescope.t, too.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

course=$TMP/course
cp -r "$COURSE" "$course"
export WORKBENCH_COURSE=$course
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course {
  format = 1, name = "gpu-101", title = "GPU 101", license = "Apache-2.0",
  assignments = {
    { name = "open", title = "Homework 1", puzzles = { "map", "zip" }, points = { map = 4, zip = 6 }, due = "2126-12-01T23:59Z" },
    { name = "secret", puzzles = { "map", "zip" }, points = { map = 4, zip = 6 }, feedback = { hidden = "never" } },
    { name = "pick", puzzles = { "map" }, attempts = { count = "chosen" } },
  },
}
LUA
# Right for the visible cases alone: hidden ones are smaller than a group, or larger than two.
partly=$TMP/partly.cl
sed 's|// Your code here.*|if (get_global_size(0) == 4 \|\| get_global_size(0) == 8) out[i] = a[i] + 10.0f;|' "$course/kernels/01-map.cl" >"$partly"

# person FOLDER NAME=FILE...
person() {
  local folder=$TMP/class/$1 file
  mkdir -p "$folder"
  for file in "${@:2}"; do cp "${file#*=}" "$folder/${file%%=*}"; done
}
person Ada_Byron_11_assignsubmission_file_ 01-map.cl="$course/solutions/01-map/accepted.cl" 02-zip.cl="$course/solutions/02-zip/accepted.cl"
person 'Bo <b>_12_assignsubmission_file_' 01-map.cl="$partly"
person Cy_13_assignsubmission_file_ 02-zip.cl="$course/solutions/02-zip/wrong/zeros.cl" essay.cl="$TMP/partly.cl"
printf '__kernel void zip(' >"$TMP/broken.cl"
person Di_14_assignsubmission_file_ 02-zip.cl="$TMP/broken.cl"

# run NAME OPTION...: of everybody, or of what the options name.
run() { "$WORKBENCH" grade --out "$TMP/$1" --secret "$TMP/key" --unchecked "${@:2}" >"$TMP/out" 2>&1; }
run open "$TMP/class" --assignment open
run secret "$TMP/class" --assignment secret
run one --one "$TMP/class/Ada_Byron_11_assignsubmission_file_" --assignment open
export_run() { "$WORKBENCH" grade --export "$@" 2>"$TMP/errors"; }

# ---- one and many --------------------------------------------------------------------------------

for format in gradescope check50 github-classroom; do
  export_run $format "$TMP/one" >"$TMP/one.json"
  is $? 0 "$format of one submission goes to standard output"
  perl -MJSON::PP -0777 -e 'decode_json(<>)' "$TMP/one.json"
  ok $? "as JSON"
  export_run $format "$TMP/open" >"$TMP/out"
  is "$?:$(cat "$TMP/out")" 2: "$format of several is wrong usage"
  like "$(cat "$TMP/errors")" '4 submissions.*archive' "which says that FILE is to be an archive"
  export_run $format "$TMP/open" "$TMP/$format.zip" >"$TMP/out"
  is "$?:$(cat "$TMP/out")" 0: "$format of several is an archive"
  cp "$TMP/$format.zip" "$TMP/first.zip"
  export_run $format "$TMP/open" "$TMP/$format.zip"
  is $? 2 "which is not written over another"
  export_run $format "$TMP/open" "$TMP/$format.zip" --force
  cmp -s "$TMP/first.zip" "$TMP/$format.zip"
  ok $? "unless one says so: the same bytes"
done

# ---- shapes ----------------------------------------------------------------------------------------

# shape FILE PERL: what an expression makes of JSON, $_.
shape() {
  perl -MJSON::PP -0777 -e 'binmode STDOUT, ":utf8"; my $code = shift; local $_ = decode_json(<>);
    print join(" ", map { $_ // "null" } eval $code), "\n"; die $@ if $@' "$2" "$1"
}
command -v unzip >/dev/null || skip_all "there is no unzip"
open_all() {
  rm -rf "$TMP/opened"
  mkdir "$TMP/opened"
  (cd "$TMP/opened" && unzip -q "$1")
}
open_all "$TMP/check50.zip"
is "$(cd "$TMP/opened" && find . -type f | LC_ALL=C sort | tr '\n' ' ')" \
  "./Ada_Byron_11/check50.json ./Bo _b__12/check50.json ./Cy_13/check50.json ./Di_14/check50.json " "an archive has a folder for each, of a name that any system takes"
ada=$TMP/opened/Ada_Byron_11/check50.json cy=$TMP/opened/Cy_13/check50.json
is "$(shape "$ada" 'sort keys %$_')" "results slug version" "check50's output has its members"
is "$(shape "$ada" 'my %k = map { join(",", sort keys %$_) => 1 } @{$_->{results}}; keys %k')" \
  "cause,data,dependency,description,log,name,passed" "and so has each of its results"
is "$(shape "$ada" '$_->{slug}')" gpu-101/open "its slug is course and assignment"
is "$(shape "$ada" 'scalar grep { !$_->{passed} || defined $_->{cause} || @{$_->{log}} } @{$_->{results}}')" 0 "what passed has no cause"
is "$(shape "$cy" 'map { $_->{name} } grep { !$_->{passed} && (!$_->{cause}{rationale} || ref $_->{log} ne "ARRAY" || !@{$_->{log}}) } @{$_->{results}}')" "" \
  "what did not pass has one, and a log"
like "$(shape "$cy" 'map { $_->{cause}{rationale} } grep { !$_->{passed} } @{$_->{results}}')" 'out\[0\] is 0, expected' "which says what is wrong"

open_all "$TMP/github-classroom.zip"
ada=$TMP/opened/Ada_Byron_11/classroom.json cy=$TMP/opened/Cy_13/classroom.json
is "$(shape "$ada" '$_->{version}, $_->{status}, $_->{max_score}, map { "$_->{name}:$_->{status}:$_->{score}" } @{$_->{tests}}')" \
  "1 pass 10 01-map:pass:4 02-zip:pass:6" "GitHub Classroom's has a test for each puzzle"
is "$(shape "$cy" '$_->{status}, map { "$_->{name}:$_->{status}:$_->{score}" } @{$_->{tests}}')" "fail 01-map:fail:1.6 02-zip:fail:0" "which fail if they do"
is "$(shape "$cy" 'my %k = map { join(",", sort keys %$_) => 1 } @{$_->{tests}}; keys %k')" "filename,line_no,message,name,score,status" "with the members that its reporter knows"
like "$(shape "$TMP/opened/Di_14/classroom.json" 'map { $_->{message} } @{$_->{tests}}')" 'compile-error' "a kernel that does not compile is said not to"

open_all "$TMP/gradescope.zip"
is "$(shape "$TMP/opened/Ada_Byron_11/results.json" '$_->{score}')" 10 "Gradescope's has the score"
like "$(shape "$TMP/opened/Di_14/results.json" 'map { $_->{output} } @{$_->{tests}}')" 'expected' "and what the compiler says"

# ---- texts --------------------------------------------------------------------------------------------

export_run feedback-zip "$TMP/open" "$TMP/feedback.zip"
is $? 0 "there is a text for each student"
open_all "$TMP/feedback.zip"
is "$(cd "$TMP/opened" && find . -type f | LC_ALL=C sort | tr '\n' ' ')" \
  "./Ada_Byron_11_assignsubmission_file_/feedback.txt ./Bo _b__12_assignsubmission_file_/feedback.txt ./Cy_13_assignsubmission_file_/feedback.txt ./Di_14_assignsubmission_file_/feedback.txt " \
  "in the folders that Moodle takes back, and nothing else"
like "$(cat "$TMP/opened/Ada"*/feedback.txt)" '^open: 10 of 10 points$' "it says the points"
like "$(cat "$TMP/opened/Bo"*/feedback.txt)" '^[0-9]+ cases are hidden, 0 of which are right\.$' "and how many hidden cases are right"
like "$(cat "$TMP/opened/Cy"*/feedback.txt)" '^essay.cl ' "and which files were taken for what"
unlike "$(cat "$TMP"/opened/*/feedback.txt)" '`workbench' "no text advises commands of the workbench"
unlike "$("$WORKBENCH" grade --show "$TMP/open" 13 zip)" '`workbench' "nor does what staff is shown"
unlike "$(cat "$TMP"/opened/*/feedback.txt)" '[.][.]$' "no sentence ends twice"
run cy "$TMP/class/Cy_13_assignsubmission_file_" --assignment open
export_run feedback-zip "$TMP/cy" "$TMP/cy.zip"
open_all "$TMP/cy.zip"
is "$(ls "$TMP/opened")" 'Cy_13_assignsubmission_file_' "also where one of Moodle's folders was named alone"
is "$(cut -d, -f1,3 "$TMP/cy/people.csv")" "$(grep -E '^pseudonym|,13,' "$TMP/open/people.csv" | cut -d, -f1,3)" "whose id and pseudonym are those that it has in the class"
cp -r "$TMP/class/Cy_13_assignsubmission_file_" "$TMP/plain folder"
run plain --one "$TMP/plain folder" --assignment open
export_run feedback-zip "$TMP/plain" "$TMP/plain.zip"
open_all "$TMP/plain.zip"
like "$(ls "$TMP/opened")" '^Participant_.*_assignsubmission_file_$' "what is not Moodle's is called as by Moodle"

is "$(stat -c %a "$TMP/plain.zip")" 600 "what students are told is for whoever graded them alone, as every export is"

# ---- pages -----------------------------------------------------------------------------------------------

"$WORKBENCH" report "$TMP/open" "$TMP/site" >"$TMP/out"
export_run html "$TMP/open" "$TMP/pages" >"$TMP/told"
is "$?:$(diff -r "$TMP/site" "$TMP/pages" && sed "s,/pages/,/site/," "$TMP/told")" "0:$(cat "$TMP/out")" "html is what \`report\` makes"
export_run html "$TMP/open" "$TMP/pages"
is $? 2 "which does not replace a report"
export_run html "$TMP/open" "$TMP/pages" --force >/dev/null
is $? 0 "unless one says so"
export_run html "$TMP/open"
like "$?:$(cat "$TMP/errors")" '^2:.*where to' "it is no file for standard output"
for wrong in "--roster x.csv" "--column Points" more; do
  export_run html "$TMP/open" "$TMP/none" $wrong
  is "$?:$(ls "$TMP/none" 2>&1 | wc -l)" 2:1 "and takes no '$wrong'"
done

# ---- what is withheld -----------------------------------------------------------------------------------

"$WORKBENCH" grade --show "$TMP/open" 12 --student >"$TMP/told"
"$WORKBENCH" grade --show "$TMP/secret" 12 --student >"$TMP/untold"
like "$(cat "$TMP/told")" 'wrong-answer' "in hidden cases Bo's kernel is wrong"
unlike "$(cat "$TMP/untold")" 'wrong-answer' "which he is not told where nothing may be"
for format in check50 github-classroom feedback-zip; do
  export_run $format "$TMP/secret" "$TMP/secret-$format.zip"
  open_all "$TMP/secret-$format.zip"
  unlike "$(cat "$TMP/opened/Bo"*/*)" 'wrong-answer|differ|hidden [0-9]' "nor is he by $format"
  like "$(cat "$TMP/opened/Bo"*/*)" 'accepted|true' "which has what he may know"
done
is "$(export_run github-classroom "$TMP/secret" "$TMP/x.zip"; open_all "$TMP/x.zip"; shape "$TMP/opened/Bo _b__12/classroom.json" '$_->{max_score}')" 6 \
  "where points are withheld, GitHub Classroom has none of them"
export_run gradescope "$TMP/secret" "$TMP/secret.zip"
open_all "$TMP/secret.zip"
is "$(shape "$TMP/opened/Bo _b__12/results.json" 'map { $_->{number} } grep { $_->{visibility} eq "visible" && "$_->{name} $_->{output} @{$_->{tags}}" =~ /wrong-answer|differ|hidden [0-9]/ } @{$_->{tests}}')" "" \
  "nothing that Gradescope shows says so either"

printf 'Identifier,Full name,Email address,Grade,Maximum grade,Last modified (grade),Feedback comments\nParticipant 12,"Bo <b>",12,,10.00,-,\n' >"$TMP/moodle.csv"
"$WORKBENCH" grade --export moodle "$TMP/open" --roster "$TMP/moodle.csv" >"$TMP/filled.csv" 2>&1
like "$(cat "$TMP/filled.csv")" 'map: [0-9]+(\.[0-9]*[1-9])? of 4 points \(wrong answer\)' "comments in a gradebook say the verdict of hidden cases"
"$WORKBENCH" grade --export moodle "$TMP/secret" --roster "$TMP/moodle.csv" >"$TMP/filled.csv" 2>&1
like "$(cat "$TMP/filled.csv")" 'map: 4 points to be had; yours are not told here \(right on every visible case\)' "and where nothing may be told, do not"

# ---- a gradebook's column is called by the assignment's title ----

printf 'Student,ID,Section,Homework 1 (5),Homework 2 (6)\nBo,12,S,,\n' >"$TMP/canvas.csv"
export_run canvas "$TMP/open" --roster "$TMP/canvas.csv" >"$TMP/filled.csv"
is "$?:$(sed -n 2p "$TMP/filled.csv" | grep -c '^Bo,12,S,[0-9.]*,$')" 0:1 "the column is found by the title"
sed -i 's/Homework 2/open/' "$TMP/canvas.csv"
export_run canvas "$TMP/open" --roster "$TMP/canvas.csv" >"$TMP/filled.csv"
is "$?:$(cat "$TMP/filled.csv")" 2: "not so where another one has the name"
like "$(cat "$TMP/errors")" 'say which with --column; candidates: "Homework 1 \(5\)", "open \(6\)"$' "the error lists both, and nothing that can be none"

# ---- which attempt counts ----------------------------------------------------------------------------------

mkdir -p "$TMP/first/ada" "$TMP/second/ada" "$TMP/third/ada"
cp "$course/solutions/01-map/accepted.cl" "$TMP/first/ada/01-map.cl"
cp "$partly" "$TMP/second/ada/01-map.cl"
cp "$course/kernels/01-map.cl" "$TMP/third/ada/01-map.cl"
for i in first second third; do tar -czf "$TMP/$i.tar.gz" -C "$TMP/$i" ada; done
touch -d 2026-01-01 "$TMP/first/ada/01-map.cl"
touch -d 2026-01-02 "$TMP/second/ada/01-map.cl"
touch -d 2026-01-03 "$TMP/third/ada/01-map.cl"
run pick --one "$TMP/first/ada" "$TMP/second/ada" "$TMP/third/ada" --assignment pick
counts() { export_run csv "$TMP/pick" | cut -d, -f4 | tail -1; }
choose() { "$WORKBENCH" grade --choose "$TMP/pick" ada "$@" 2>&1; }
is "$(counts)" 3 "until one is chosen the last attempt counts"
choose 1 >/dev/null
is "$?:$(counts)" 0:1 "then the one that was chosen"
choose 2 >/dev/null
is "$(counts)" 2 "or another one"
"$WORKBENCH" grade --again "$TMP/pick" --out "$TMP/pick2" --secret "$TMP/key" --unchecked >"$TMP/out" 2>&1
is "$?:$(export_run csv "$TMP/pick2" | cut -d, -f4 | tail -1)" 0:2 "in a regrade, too"
like "$("$WORKBENCH" grade --choose "$TMP/pick2" ada 1 2>&1)" 'name that: .*/pick$' "where nothing is chosen anew"
choose 4 >/dev/null
is "$?:$(counts)" 2:2 "an attempt that is not there cannot be chosen"
for wrong in one -1 1x 99999999999; do
  choose $wrong >/dev/null
  is $? 2 "'$wrong' is no attempt"
done
choose 0 >/dev/null
is "$(counts)" 3 "the choice can be taken back"
like "$("$WORKBENCH" grade --choose "$TMP/open" 11 1 2>&1)" 'the best attempt counts' "where the best one counts, nothing is chosen"

# ---- csv ----------------------------------------------------------------------------------------------------

if command -v mlr >/dev/null; then
  mkdir -p "$TMP/names"/{'=1+1, "two"',$'a\tb\nc','@it',"'quoted'"}
  cp "$partly" "$TMP/names/@it/map.cl"
  run odd --many "$TMP/names" --assignment open
  export_run csv "$TMP/odd" >"$TMP/odd.csv"
  is "$(mlr --icsv --ojsonl --records-per-batch 1 cut -o -f id,points "$TMP/odd.csv" | sort)" \
    "$(export_run json "$TMP/odd" | perl -MJSON::PP -0777 -e 'binmode STDOUT, ":utf8"; my $json = JSON::PP->new->canonical;
      for (@{decode_json(<>)->{people}}) { my ($id) = @{$_->{ids}}; $id =~ s/^(?=[=+\-@])/\x27/; print $json->encode({id => $id}) =~ s/:/: /r =~ s/\}/, "points": $_->{points}}/r, "\n" }' | sort)" \
    "Miller reads the CSV, with the names and points that the JSON has; none is a formula"
else
  skip "Miller is not here" "Miller reads the CSV"
fi

# ---- our own: docs/grading.schema.json ---------------------------------------------------------------------

PYTHON=
for python in python3 /usr/bin/python3; do
  [ -n "$PYTHON" ] || ! "$python" -c 'import jsonschema' 2>/dev/null || PYTHON=$python
done
if [ -z "$PYTHON" ]; then
  skip "python3-jsonschema is not here" "JSON of runs is as the schema says"
  tap_finish
  exit
fi
schema() { "$PYTHON" "$ROOT/tests/grade/schema.py" "$ROOT/docs/grading.schema.json" "$@" 2>&1; }
# Points that a person gave, somebody who is forgotten, a course's own secret, a link and a folder as files.
person Ed_15_assignsubmission_file_
mkdir "$TMP/class/Ed_15_assignsubmission_file_/01-map.cl"
ln -s /etc/passwd "$TMP/class/Ed_15_assignsubmission_file_/02-zip.cl"
run more "$TMP/class" --assignment open
"$WORKBENCH" grade --override "$TMP/more" 13 zip --points 3 --by staff --reason 'a & b' >/dev/null
"$WORKBENCH" grade --forget "$TMP/more" 14 >/dev/null
printf 'id,assignment,due,reason\n77,open,excused,ill\n12,open,2126-12-24T12:00Z,move\n' >"$TMP/more.csv"
for name in open secret one pick pick2 more; do
  "$WORKBENCH" grade --export json "$TMP/$name" $([ ! -e "$TMP/$name.csv" ] || echo --extensions "$TMP/$name.csv") >"$TMP/$name.json" 2>/dev/null
done
is "$(schema export "$TMP"/{open,secret,one,pick,pick2,more}.json)" "6 of 6 are right" "what is exported as json is as the schema says"
is "$(shape "$TMP/more.json" 'map { join ":", map { $_ // "null" } @{$_->{ids}}, $_->{points}, $_->{lateness}{state} } grep { !$_->{pseudonym} } @{$_->{people}}')" \
  "77:null:excused" "also of who is excused, and has no points"
is "$(schema run "$TMP"/{open,secret,one,pick,pick2,more}/run.json)" "6 of 6 are right" "so is run.json"
is "$(schema result "$TMP"/{open,secret,one,pick,pick2,more}/submissions/*/result.json)" "20 of 20 are right" "so is each result.json"
is "$(schema student "$TMP"/{open,secret,one,pick,pick2,more}/submissions/*/student.json)" "20 of 20 are right" "so is each student.json"
run less --one "$TMP/class/Ada_Byron_11_assignsubmission_file_" --assignment open --sandbox basic
export_run json "$TMP/less" >"$TMP/less.json"
is "$(schema export "$TMP/less.json" && schema student "$TMP"/less/submissions/*/student.json)" "1 of 1 are right
1 of 1 are right" "so are those of a run with --sandbox basic"
# break_json FILE NAME PERL: a copy of it that is not right any more.
break_json() {
  perl -MJSON::PP -0777 -e 'my $code = shift; local $_ = decode_json(<>); eval $code; die $@ if $@; print encode_json($_)' "$3" "$1" >"$TMP/broken.json"
  schema "$2" "$TMP/broken.json"
}
student=$(ls "$TMP"/secret/submissions/*/student.json | head -n 1)
like "$(break_json "$TMP/open.json" export 'delete $_->{people}[0]{most}')" "^.*'most' is a required property" "a member that is missing is found"
like "$(break_json "$TMP/open.json" export '$_->{people}[0]{points} = "10"')" "'10' is not of type" "a number that is a text, too"
like "$(break_json "$student" student '$_->{puzzles}[0]{result}{cases}[0]{counters} = {}')" "'counters' was unexpected" "and what students are told without being listed"
tap_finish
