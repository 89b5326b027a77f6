#!/usr/bin/env bash
# Packs: what is in them, and above all what is not in a student's.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/cli/device.sh"
unset WORKBENCH_WORK
export HOME=$TMP/home
mkdir -p "$HOME"

# ---- a course all of whose secrets have a shape of their own ----

course=$TMP/secrets
mkdir -p "$course"/{lua,kernels/include,puzzles/01-add,puzzles/chapters,solutions/01-add/{right,wrong}}
cat >"$course/course.lua" <<'END'
local puzzle = require "puzzle"
-- zzcommentzz
return puzzle.course {
  format = 1, name = "org.example.secrets", title = "Secrets \"and\" more", version = "7", authors = { "Ada", "Bo" },
  hints = { after = 1, singly = true }, solutions = "asked",
}
END
cat >"$course/puzzles/01-add/puzzle.lua" <<'END'
local puzzle, tensor, own = require "puzzle", require "tensor", require "zzmodulezz"
-- zzspeccommentzz
return puzzle.kernel {
  title = "Add", concept = "Adds.", entry = "add", hints = { "One hint.", "Another hint." },
  params = { { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" }, fill = { "random", 100, 73019 } },
    { name = "k", kind = "scalar", type = "int", value = "k" } },
  cases = {
    { name = "seen", sizes = { n = 4, k = 2 }, global = { 4 }, ["local"] = { 4 }, seed = 60013 },
    { name = "zzhiddenzz one", sizes = { n = 1, k = 35423 }, global = { 35449 }, ["local"] = { 1 }, seed = 60017, visible = false },
    { name = "zzhiddenzz two", sizes = { n = 3, k = 35461 }, global = { 48611 }, ["local"] = { 1 }, seed = 60029, visible = false,
      fill = { a = { "constant", 90017 } } },
  },
  inputs = function(case) local zzinputszz = case.n return {} end,
  second_reference = function(case) local zzsecondzz = 1 return { out = case.a * 2 + own.f(case.k) } end,
  reference = function(case) local zzreferencezz = own.f return { out = case.a * 2 + own.f(case.k) } end,
}
END
cat >"$course/lua/zzmodulezz.lua" <<'END'
return { f = function(k) local zzmodulefunctionzz = k return k end }
END
cat >"$course/puzzles/01-add/lesson.md" <<<'# Add, as the lesson says'
cat >"$course/puzzles/01-add/explained.md" <<<'zzexplainedzz'
cat >"$course/puzzles/chapters/one.md" <<<'# The chapter'
cat >"$course/puzzles/01-add/notes.txt" <<<'zznoteszz'
cat >"$course/kernels/01-add.cl" <<<'__kernel void add(__global int *out, __global const int *a, int k) { /* the starter */ }'
cat >"$course/kernels/stray.cl" <<<'zzstrayzz'
cat >"$course/kernels/include/header.h" <<<'/* the header */'
right='__kernel void add(__global int *out, __global const int *a, int k) { size_t zzsolutionzz = get_global_id(0); if (zzsolutionzz < 4) out[zzsolutionzz] = a[zzsolutionzz] * 2 + k; }'
cat >"$course/solutions/01-add/accepted.cl" <<<"$right"
cat >"$course/solutions/01-add/right/other.cl" <<<'// zzrightzz'
cat >"$course/solutions/01-add/wrong/bad.cl" <<<$'// expect: wrong-answer\n// why: zzwhyzz\n'
cat >"$course/LICENSE" <<<'the licence'
mkdir -p "$course/work" && cat >"$course/work/01-add.cl" <<<'zzworkzz'
touch "$course/puzzles/01-add/puzzle.lua~" "$course/puzzles/.hidden"

# What must not be in a student's pack: every name, size, seed, bound and launch of hidden cases, what
# they expect (for 90017: twice it and k), the seed of the visible one, and every text of an author.
secrets=(zzhiddenzz 35423 35449 35461 48611 60013 60017 60029 90017 215495 73019 zzinputszz zzreferencezz zzsecondzz own.f
  zzmodulezz zzmodulefunctionzz zzspeccommentzz zzcommentzz zzexplainedzz zznoteszz zzstrayzz zzsolutionzz zzrightzz zzwhyzz zzworkzz
  random constant visible seed accepted.cl)
in_both=("One hint." "Another hint." "as the lesson says" "The chapter" "the starter" "the header" "the licence" "org.example.secrets" seen)

# opened FORM FILE: unpacks it, by our program and where the system's can by that; prints where.
opened() {
  rm -rf "$TMP/in" && mkdir "$TMP/in"
  "$BUILD/workbench-archive" unpack "$TMP/in" <"$2"
}
# decompressed FORM FILE: the bytes of all that is in it, with every name and header.
decompressed() {
  case $1 in
    tar.gz) gzip -dc "$2" ;;
    tar.xz) xz -dc "$2" 2>/dev/null ;;
    tar.zst) zstd -dc "$2" 2>/dev/null ;;
    zip) cat "$2" ;;
  esac
}
# found FORM FILE TEXT: in a name, a file, the archive as it is, or in its bytes.
found() {
  grep -rqF -- "$3" "$TMP/in" || find "$TMP/in" -path "*$3*" | grep -q . || grep -qaF -- "$3" "$2" ||
    decompressed "$1" "$2" | grep -qaF -- "$3"
}

for form in tar.gz tar.xz tar.zst zip; do
  "$WORKBENCH" pack --course "$course" --student "$TMP/student.$form" >"$TMP/out" 2>&1
  is "$?" 0 "$form: a student's pack is made"
  opened "$form" "$TMP/student.$form"
  leaks=''
  for secret in "${secrets[@]}"; do found "$form" "$TMP/student.$form" "$secret" && leaks+=" $secret"; done
  is "$leaks" '' "$form: nothing of hidden cases, solutions and references is in a student's pack"
  absent=''
  for text in "${in_both[@]}"; do grep -rqF -- "$text" "$TMP/in" || absent+=" $text"; done
  is "$absent" '' "$form: lessons, hints, starters, headers and the licence are"
  "$WORKBENCH" pack --course "$course" --grader "$TMP/grader.$form" >"$TMP/out" 2>&1
  is "$?" 0 "$form: a grader's pack is made"
  opened "$form" "$TMP/grader.$form"
  absent=''
  for text in "${in_both[@]}" "${secrets[@]}"; do
    case $text in 215495 | zzworkzz) continue ;; esac # computed; the author's own
    found "$form" "$TMP/grader.$form" "$text" || absent+=" $text"
  done
  is "$absent" '' "$form: a grader's pack has all of it: the search finds what is there"
done
opened tar.gz "$TMP/student.tar.gz"
is "$(cd "$TMP/in" && find . -type f | LC_ALL=C sort | tr '\n' ' ')" \
  "./org.example.secrets/LICENSE ./org.example.secrets/course.lua ./org.example.secrets/kernels/01-add.cl ./org.example.secrets/kernels/include/header.h ./org.example.secrets/manifest.sha256 ./org.example.secrets/puzzles/01-add/lesson.md ./org.example.secrets/puzzles/01-add/puzzle.lua ./org.example.secrets/puzzles/chapters/one.md " \
  "these files are in a student's pack, and no other"
like "$(cat "$TMP/in/org.example.secrets/course.lua")" 'pack = "student"' "its course.lua says what it is"
like "$(cat "$TMP/in/org.example.secrets/course.lua")" 'after = 1, singly = true' "the rules on hints are kept"
opened tar.gz "$TMP/grader.tar.gz"
is "$(find "$TMP/in" -name '*~' -o -name '.*' -o -name work | grep -v "^$TMP/in$")" '' "what editors leave, and work, is in no pack"

# ---- it judges visible cases, and says so ----

student=$TMP/student.zip
echo "$right" >"$TMP/right.cl"
out=$("$WORKBENCH" run 1 --course "$student" --device "$DEVICE" --file "$TMP/right.cl" 2>&1)
is "$?" 0 "a right kernel is accepted"
like "$out" 'on every visible case; there are hidden ones, not told here' "and it is said that this is of visible cases"
like "$("$WORKBENCH" run 1 --course "$student" --device "$DEVICE" --file "$TMP/right.cl" --json)" '"left_out": 2' "and in JSON"
unlike "$("$WORKBENCH" run 1 --course "$course" --device "$DEVICE" --file "$TMP/right.cl" --json)" 'left_out' "but not of the course itself"
sed 's/ + k/ + k + 1/' "$TMP/right.cl" >"$TMP/wrong.cl"
"$WORKBENCH" run 1 --course "$student" --device "$DEVICE" --file "$TMP/wrong.cl" >/dev/null 2>&1
is "$?" 1 "a wrong one is not"
out=$("$WORKBENCH" run 1 --course "$student" --device "$DEVICE" --file "$TMP/right.cl" --seed 3 2>&1)
is "$?" 2 "another seed is refused"
like "$out" 'case "seen" expects is written out' "with the reason"
is "$("$WORKBENCH" data 1 --course "$student" --json | grep -v '"hidden"')" "$("$WORKBENCH" data 1 --course "$course" --json | grep -v '"hidden"')" \
  "the data of the visible case are those of the course, to the bit"
out=$("$WORKBENCH" solution 1 --spoil --course "$student" 2>&1)
is "$?" 2 "there is no solution to be shown"
like "$out" 'this course does not show solutions' "and it is said"
cp "$TMP/right.cl" "$HOME/gpu-workbench/org.example.secrets/01-add.cl" 2>/dev/null || { mkdir -p "$HOME/gpu-workbench/org.example.secrets" && cp "$TMP/right.cl" "$HOME/gpu-workbench/org.example.secrets/01-add.cl"; }
out=$("$WORKBENCH" check-all --course "$student" --device "$DEVICE" 2>&1)
like "$out" 'judges visible cases only' "check-all says it"
like "$("$WORKBENCH" check-all --course "$student" --device "$DEVICE" --format tap 2>&1)" '# This student.s pack judges visible cases only' "so does TAP"
like "$(printf 'run\nresult\nquit\n' | "$WORKBENCH" --plain --course "$student" 2>&1)" 'right on all 1 visible cases' "so does the dialogue"
printf ':wait-idle\nr\n:wait-result\n:save-display %s\n' "$TMP/screen" >"$TMP/script"
LINES=40 COLUMNS=132 "$WORKBENCH" ui 1 --course "$student" --script "$TMP/script" >/dev/null 2>&1
like "$(cat "$TMP/screen")" 'all 1 visible cases' "so does the screen"
like "$(tr -s ' \n│' ' ' <"$TMP/screen")" "This student.s pack judges visible cases only" "and what it means"
like "$("$WORKBENCH" list --course "$student")" 'solved +01-add' "progress is kept"
unlike "$("$WORKBENCH" list --course "$TMP/grader.zip")" 'solved +01-add' "but not as that of the whole course"
"$WORKBENCH" pack --grader "$TMP/again.zip" --course "$student" >"$TMP/out" 2>&1
is "$?" 3 "no grader's pack comes of a student's"
"$WORKBENCH" pack --student "$TMP/again.zip" --course "$student" >"$TMP/out" 2>&1
cmp -s "$TMP/again.zip" "$student"
ok $? "a student's pack of a student's pack is the same"

# ---- the same bytes ----

mkdir -p "$TMP/other/place" && cp -r "$course" "$TMP/other/place/copy"
find "$TMP/other" -exec touch -d '2001-02-03' {} +
chmod -R u=rwX,go= "$TMP/other"
for form in tar.gz tar.xz tar.zst zip; do
  for kind in student grader; do
    (umask 077 && cd "$TMP/other" && TZ=Asia/Tokyo LC_ALL=C "$WORKBENCH" pack "--$kind" "$TMP/twin.$form" --course place/copy >/dev/null 2>&1)
    cmp -s "$TMP/twin.$form" "$TMP/$kind.$form"
    ok $? "$form: a $kind's pack has the same bytes from another place, time, zone and mask"
  done
done
is "$(stat -c %a "$TMP/student.zip")" 644 "everybody may read it"

# ---- the course of this repository ----

"$WORKBENCH" pack --student "$TMP/own.tar.gz" >"$TMP/out" 2>&1
is "$?" 0 "this repository's course can be packed"
opened tar.gz "$TMP/own.tar.gz"
leaks=''
while IFS= read -r name; do grep -rqF -- "$name" "$TMP/in" && leaks+=" $name"; done \
  < <(perl -0ne 'while (/\{ name = "([^"]+)", sizes[^{}]*(?:\{[^{}]*\}[^{}]*)*visible = false/g) { print "name = \"$1\"\n" }' "$COURSE"/puzzles/*/puzzle.lua)
is "$leaks" '' "no hidden case's name is in a spec"
{ cat "$COURSE"/kernels/*.cl "$COURSE"/puzzles/*/lesson.md "$COURSE"/puzzles/*.md "$COURSE"/puzzles/chapters/*.md 2>/dev/null
  sed -n '/^  hints = {/,/^  }/p' "$COURSE"/puzzles/*/puzzle.lua; } >"$TMP/shown"
leaks=''
while IFS= read -r line; do
  grep -rqF -- "$line" "$TMP/in" && ! grep -qF -- "$line" "$TMP/shown" && leaks+="|$line"
done \
  < <(cat "$COURSE"/solutions/*/accepted.cl "$COURSE"/solutions/*/{right,wrong}/*.cl | sed 's/^[ \t]*//; s/[ \t]*$//' |
    awk 'length > 14' | sort -u)
is "$leaks" '' "no line of a solution is in it that starters, lessons and hints do not show"
for file in "$COURSE"/solutions/*/accepted.cl; do
  slug=$(basename "$(dirname "$file")")
  "$WORKBENCH" run "$slug" --course "$TMP/own.tar.gz" --device "$DEVICE" --file "$file" >"$TMP/out" 2>&1
  is "$?" 0 "$slug: our solution is accepted in the pack"
done

# ---- what cannot be packed ----

# refuses CODE PATTERN SENTENCE ARGUMENTS…: and what was there before stays.
refuses() {
  local code=$1 pattern=$2 sentence=$3
  shift 3
  echo before >"$TMP/kept.zip"
  "$WORKBENCH" pack "$@" >"$TMP/out" 2>&1
  is "$?" "$code" "$sentence: refused"
  like "$(cat "$TMP/out")" "$pattern" "$sentence: with the reason"
  is "$(cat "$TMP"/kept.zip*)" before "$sentence: what was there stays, and nothing else is left"
}
refuses 2 'for whom is it\?' "neither learners nor graders" --course "$course" "$TMP/kept.zip"
refuses 2 'for whom is it\?' "both" --course "$course" --student --grader "$TMP/kept.zip"
refuses 2 'does not say what archive' "a name that says no form" --course "$course" --student "$TMP/kept.rar"
ln -s /etc/passwd "$course/solutions/01-add/link.cl"
refuses 3 'solutions/01-add/link.cl is a link' "a link" --course "$course" --grader "$TMP/kept.zip"
rm "$course/solutions/01-add/link.cl"
cp "$course/puzzles/01-add/puzzle.lua" "$TMP/spec" && sed -i 's/title/titel/' "$course/puzzles/01-add/puzzle.lua"
refuses 3 'titel: unknown field' "a spec with a mistake" --course "$course" --student "$TMP/kept.zip"
sed 's/own.f(case.k)/own.g(case.k)/' "$TMP/spec" >"$course/puzzles/01-add/puzzle.lua"
refuses 3 "01-add/puzzle.lua:[0-9]+:" "a reference with a mistake" --course "$course" --student "$TMP/kept.zip"
cp "$TMP/spec" "$course/puzzles/01-add/puzzle.lua"
rm "$course/course.lua"
refuses 3 'has no course.lua' "a course without a name" --course "$course" --grader "$TMP/kept.zip"
tap_finish
