#!/usr/bin/env bash
# hand-in: what a learner's archive holds, and what is said of it.
. "$(dirname "$0")/../tap.sh"
export TZ=UTC-9
course=$TMP/course
cp -r "$COURSE" "$course"
export WORKBENCH_COURSE=$course
cat >"$course/course.lua" <<'END'
local puzzle = require "puzzle"
return puzzle.course {
  format = 1, name = "org.example.gpu-101", title = "GPU 101", version = "2026",
  assignments = {
    { name = "hw1", puzzles = { "guards", "map", "zip" }, due = "2226-12-01T23:59:00+01:00" },
    { name = "hw2", puzzles = { "conv1d" } },
  },
}
END
mkdir "$WORKBENCH_WORK"
for slug in 01-map 02-zip; do cp "$course/solutions/$slug/accepted.cl" "$WORKBENCH_WORK/$slug.cl"; done
cp "$course/solutions/05-shared-memory/accepted.cl" "$WORKBENCH_WORK/05-shared-memory.cl"
cp "$course/kernels/03-guards.cl" "$WORKBENCH_WORK/03-guards.cl"

# opened ARCHIVE: unpacks it; prints the names in it.
opened() {
  rm -rf "$TMP/in" && mkdir "$TMP/in"
  "$BUILD/workbench-archive" unpack "$TMP/in" <"$1"
  (cd "$TMP/in" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
}

# ---- an assignment -------------------------------------------------------------------------------
out=$("$WORKBENCH" hand-in hw1 "$TMP/hw1.zip" 2>"$TMP/err")
is "$?" 1 "an archive that lacks a puzzle is made, and that is told by the exit code"
like "$out" "^$TMP/hw1.zip: 2 of 3 puzzles of hw1, [0-9]+ KiB\$" "what is in it is counted"
like "$out" '^    01-map.cl$' "and named"
like "$out" '^    not in it: 03-guards, still the starter$' "so is what is still the starter"
like "$out" '^    due   2226-12-01T23:59:00\+01:00, here Sat 2226-12-02 07:59 \+09:00$' "and when it is due, in both zones"
like "$out" 'not judged' "it says that nothing was judged"
unlike "$out" 'accepted|score|right|✓' "and claims no score"
is "$(cat "$TMP/err")" "" "nothing is amiss"
is "$(opened "$TMP/hw1.zip")" "./01-map.cl ./02-zip.cl ./handed-in.json ./manifest.sha256 " "these files are in it, and of no other assignment"
cmp -s "$TMP/in/01-map.cl" "$WORKBENCH_WORK/01-map.cl"
ok $? "as they are"
(cd "$TMP/in" && sha256sum --check --strict --quiet manifest.sha256) >"$TMP/out" 2>&1
ok $? "manifest.sha256 is right, by sha256sum"
perl -MJSON::PP -e 'local $/; my $m = decode_json(<STDIN>); print join(" ", sort keys %$m), "\n";
  print "$m->{schema} $m->{course}{name} $m->{course}{version} $m->{assignment} $m->{tool}\n";
  print "$_->{puzzle} $_->{file} $_->{sha256}\n" for @{$m->{files}}' <"$TMP/in/handed-in.json" >"$TMP/seen" 2>&1
version=$("$WORKBENCH" --version | head -n 1 | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
is "$(cat "$TMP/seen")" "assignment course files schema tool
1 org.example.gpu-101 2026 hw1 workbench $version
01-map 01-map.cl $(sha256sum <"$WORKBENCH_WORK/01-map.cl" | cut -d ' ' -f 1)
02-zip 02-zip.cl $(sha256sum <"$WORKBENCH_WORK/02-zip.cl" | cut -d ' ' -f 1)" "handed-in.json says what answers what, and nothing else"

# ---- the same bytes ------------------------------------------------------------------------------
# elsewhere ARCHIVE: hands the same in from a copy with other times, modes and user's settings.
elsewhere() {
  cp -r "$WORKBENCH_WORK" "$TMP/copy"
  touch -d 2001-01-01 "$TMP/copy"/*
  chmod 600 "$TMP/copy"/*
  (cd / && umask 077 && TZ=UTC+3 LANG=de_DE.UTF-8 USER=mallory HOME=$TMP/home WORKBENCH_WORK=$TMP/copy \
    XDG_STATE_HOME=$TMP/other "$WORKBENCH" hand-in hw1 "$1") >"$TMP/out" 2>&1
}
for form in zip tar.gz tar.xz; do
  "$WORKBENCH" hand-in hw1 "$TMP/one.$form" >"$TMP/out" 2>&1
  rm -rf "$TMP/copy"
  elsewhere "$TMP/two.$form"
  cmp -s "$TMP/one.$form" "$TMP/two.$form"
  ok $? "$form: the same files give the same bytes, whoever hands them in, where and when"
done
mv "$WORKBENCH_WORK/01-map.cl" "$WORKBENCH_WORK/07-map.cl"
"$WORKBENCH" hand-in hw1 "$TMP/older.zip" >"$TMP/out" 2>&1
cmp -s "$TMP/one.zip" "$TMP/older.zip"
ok $? "a file that was begun under another number has the puzzle's name"
mv "$WORKBENCH_WORK/07-map.cl" "$WORKBENCH_WORK/01-map.cl"

# ---- whole or not at all -------------------------------------------------------------------------
before=$(sha256sum <"$TMP/hw1.zip")
out=$("$WORKBENCH" hand-in hw1 "$TMP/hw1.zip" 2>&1)
is "$?" 2 "an archive that is there already is not overwritten"
like "$out" "$TMP/hw1.zip is there already; --force replaces it" "which is said, with what to do"
echo '// more' >>"$WORKBENCH_WORK/01-map.cl"
"$WORKBENCH" hand-in hw1 "$TMP/hw1.zip" >"$TMP/out" 2>&1
is "$(sha256sum <"$TMP/hw1.zip")" "$before" "it is as it was"
"$WORKBENCH" hand-in --force hw1 "$TMP/hw1.zip" >"$TMP/out" 2>&1
is "$?" 1 "--force replaces it"
opened "$TMP/hw1.zip" >"$TMP/out"
like "$(cat "$TMP/in/01-map.cl")" '^// more$' "by the files of now"
before=$(sha256sum <"$TMP/hw1.zip")
(ulimit -f 0; trap '' XFSZ; "$WORKBENCH" hand-in --force hw1 "$TMP/hw1.zip") >"$TMP/out" 2>&1
is "$(sha256sum <"$TMP/hw1.zip") $(ls "$TMP" | grep -c 'hw1.zip')" "$before 1" "what cannot be written leaves the one before, and nothing else"
out=$("$WORKBENCH" hand-in hw1 "$TMP/nowhere/hw1.zip" 2>&1)
is "$?" 4 "a folder that is not there is an error"
like "$out" "cannot make a file beside $TMP/nowhere/hw1.zip: No such file" "which names it"
ln -s hw1.zip "$TMP/link.zip"
"$WORKBENCH" hand-in hw1 "$TMP/link.zip" >"$TMP/out" 2>&1
is "$?" 2 "nor is a link followed or replaced"

# ---- all that is begun ---------------------------------------------------------------------------
cp "$course/solutions/03-guards/accepted.cl" "$WORKBENCH_WORK/03-guards.cl"
"$WORKBENCH" hand-in hw1 "$TMP/whole.zip" >"$TMP/out" 2>&1
is "$?" 0 "with all puzzles of the assignment it is 0"
like "$(cat "$TMP/out")" '3 of 3 puzzles of hw1' "all are counted"
out=$("$WORKBENCH" hand-in "$TMP/all.tar.gz" 2>&1)
is "$?" 0 "without an assignment nothing lacks"
like "$out" "^$TMP/all.tar.gz: 4 puzzles, " "all that is begun is handed in"
unlike "$out" 'not in it|due' "of what is not nothing is said"
is "$(opened "$TMP/all.tar.gz")" "./01-map.cl ./02-zip.cl ./03-guards.cl ./05-shared-memory.cl ./handed-in.json ./manifest.sha256 " "they are in it"
like "$(cat "$TMP/in/handed-in.json")" '^  "assignment": null,$' "as of no assignment"
"$WORKBENCH" hand-in "$TMP/plain.zip" --course "$COURSE" >"$TMP/out" 2>&1
opened "$TMP/plain.zip" >"$TMP/out"
like "$(cat "$TMP/in/handed-in.json")" '^    "version": null$' "a course that says no edition has none"

# ---- what cannot be handed in --------------------------------------------------------------------
# refused CODE PATTERN SENTENCE COMMAND...
refused() {
  local code=$1 pattern=$2 sentence=$3
  shift 3
  out=$(timeout 60 "$@" 2>&1)
  is "$?" "$code" "$sentence"
  like "$out" "$pattern" "$sentence: it is said"
}
refused 2 '/work holds nothing to hand in: 06-conv1d: not started' "an assignment of which nothing is there" "$WORKBENCH" hand-in hw2 "$TMP/none.zip"
refused 2 'there is no assignment "hw3"; did you mean "hw1"\?' "an unknown assignment" "$WORKBENCH" hand-in hw3 "$TMP/none.zip"
refused 2 'After the assignment goes the archive: workbench hand-in hw1 hw1.zip' "an assignment without an archive" "$WORKBENCH" hand-in hw1
refused 2 'does not say what archive it is to be' "a name that is no archive's" "$WORKBENCH" hand-in hw1 "$TMP/none.rar"
refused 2 'there is no folder .*/nowhere, which WORKBENCH_WORK names' "a work folder that is not there" env WORKBENCH_WORK="$TMP/nowhere" "$WORKBENCH" hand-in hw1 "$TMP/none.zip"
mkdir "$TMP/empty"
refused 2 '/empty holds nothing to hand in: no puzzle is begun' "a work folder without any file" env WORKBENCH_WORK="$TMP/empty" "$WORKBENCH" hand-in "$TMP/none.zip"
mkdir -p "$TMP/odd/02-zip.cl"
mkfifo "$TMP/odd/01-map.cl"
refused 2 '01-map: unreadable: 01-map.cl is a FIFO.*; 02-zip: unreadable: 02-zip.cl is a folder' "FIFOs and folders, for which nobody waits" \
  env WORKBENCH_WORK="$TMP/odd" "$WORKBENCH" hand-in "$TMP/none.zip"
ls "$TMP/none.zip" >/dev/null 2>&1
is "$?" 2 "of none of these there is an archive"
head -c 1048577 /dev/zero >"$WORKBENCH_WORK/06-conv1d.cl"
refused 1 'not in it: 06-conv1d, unreadable: .* is larger than 1048576 bytes' "a file that is too large" "$WORKBENCH" hand-in "$TMP/large.zip"
printf '__kernel void map() {}\0\xff\r\n' >"$WORKBENCH_WORK/01-map.cl"
"$WORKBENCH" hand-in hw1 "$TMP/bytes.zip" >"$TMP/out" 2>&1
opened "$TMP/bytes.zip" >"$TMP/out"
cmp -s "$TMP/in/01-map.cl" "$WORKBENCH_WORK/01-map.cl"
ok $? "bytes that are no text are handed in as they are"

# ---- host programs, and puzzles that have got another name ----------------------------------------
mkdir -p "$TMP/hosts"/{puzzles,kernels,solutions}
cp "$ROOT"/kernels/*.lua "$TMP/hosts/kernels"
for starter in "$TMP"/hosts/kernels/*.lua; do cp -r "$ROOT/puzzles/$(basename "$starter" .lua)" "$TMP/hosts/puzzles"; done
program=$(basename "$(ls "$TMP"/hosts/kernels/*.lua | head -n 1)" .lua)
touch "$TMP/hosts/kernels/$program.formerly-old-name"
cat >"$TMP/hosts/course.lua" <<'END'
local puzzle = require "puzzle"
return puzzle.course { format = 1, name = "hosts", title = "Hosts", assignments = { { name = "hw1", puzzles = { "old-name" } } } }
END
mkdir "$TMP/programs"
echo 'print(1)' >"$TMP/programs/00-old-name.lua"
WORKBENCH_WORK=$TMP/programs "$WORKBENCH" hand-in hw1 "$TMP/hosts.zip" --course "$TMP/hosts" >"$TMP/out" 2>&1
is "$?" 0 "a host program is handed in, under the name that its puzzle has now"
is "$(opened "$TMP/hosts.zip")" "./$program.lua ./handed-in.json ./manifest.sha256 " "with its ending"
tap_finish
