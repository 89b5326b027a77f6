#!/usr/bin/env bash
# Gradescope's autograder, in a folder laid out as its container's: what it writes when all is well, and
# that it writes when nothing is.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

export TMPDIR=$TMP/temporary
mkdir "$TMPDIR"
course=$TMP/course
cp -r "$COURSE" "$course"
export WORKBENCH_COURSE=$course
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course {
  format = 1, name = "gpu-101", title = "GPU 101", license = "Apache-2.0",
  assignments = {
    { name = "hw1", puzzles = { "map", "zip" }, due = "2026-01-01T00:00:00Z", points = { map = 4, zip = 6 },
      late = { factor = 0.5, each = "day", floor = 0.25 }, attempts = { most = 3 } },
    { name = "hw2", puzzles = { "map" }, feedback = { hidden = "never" } },
    { name = "hw3", puzzles = { "map" }, feedback = { hidden = "after-due" }, due = "2026-01-01T00:00:00Z" },
    { name = "hw4", puzzles = { "map" }, seed = "person" },
  },
}
LUA
root=$TMP/autograder
results=$root/results/results.json

# metadata [MEMBERS]: what Gradescope says, with members of ours.
metadata() {
  cat >"$root/submission_metadata.json" <<JSON
{ "id": 1, "created_at": "2026-11-02T10:00:00.123456-07:00",
  "assignment": { "due_date": "2026-11-02T23:00:00.000000-07:00", "late_due_date": null, "total_points": "10.0" },
  "users": [{ "email": "ada@example.com", "id": 4711, "name": "Ada <b>Byron" }], "previous_submissions": []${1:+, $1} }
JSON
}
# submit NAME=FILE...: these files, and an ordinary day.
submit() {
  rm -rf "$root"
  mkdir -p "$root/submission" "$root/results"
  metadata
  local file
  for file in "$@"; do cp "${file#*=}" "$root/submission/${file%%=*}"; done
}
right() { echo "$course/solutions/$1/accepted.cl"; }
grade() {
  "$WORKBENCH" grade --gradescope "$root" "$@" >"$TMP/out" 2>"$TMP/errors"
}
# json PERL: of results.json as $_, which must be JSON.
json() {
  perl -MJSON::PP -0777 -e 'binmode STDOUT, ":utf8"; my $code = shift; local $_ = decode_json(<>);
    print join(" ", map { $_ // "none" } eval $code), "\n"; die $@ if $@' "$1" "$results"
}
# failed SENTENCE: results.json is that of a grader that failed, without any score.
failed() {
  is "$(json '(exists $_->{score} ? "score" : "none", scalar @{$_->{tests}}, $_->{visibility}, $_->{extra_data}{workbench}{counted} ? "counted" : "free")')" \
    "none 0 visible free" "$1: no score, and no attempt"
  like "$(json '$_->{output}')" 'The grader failed\. This is not your fault' "$1: the student reads why"
}

# ---- graded ------------------------------------------------------------------------------------

submit 01-map.cl="$(right 01-map)" zip.cl="$course/kernels/02-zip.cl"
grade --assignment hw1
is $? 0 "a submission is graded"
is "$(json '$_->{score}')" 4 "its score is that of the assignment's points"
is "$(json 'map { "$_->{number}=" . ($_->{score} // "-") . "/" . ($_->{max_score} // "-") } grep { $_->{number} !~ /[.][3-9]/ } @{$_->{tests}}')" \
  "1=4/4 1.1=-/- 1.2=-/- 2=0/6" "puzzles have scores, cases have numbers"
is "$(json 'my %seen = map { ($_->{visibility} . $_->{status}) => 1 } @{$_->{tests}}; sort keys %seen')" "visiblefailed visiblepassed" \
  "each test says whether it passed, and who may see it"
unlike "$(json '$_->{output}')" 'could not be read' "its output has nothing of metadata, which were there"
is "$(json '@{$_->{tests}[0]{tags}}')" "01-map accepted" "and has tags"
like "$(json '$_->{tests}[-1]{output}')" 'starter' "a starter is said to be one"
is "$(json '($_->{extra_data}{workbench}{attempt}, $_->{extra_data}{workbench}{counted})')" "1 1" "it is the first attempt, and counts"
is "$(stat -c %a "$results")" 644 "whoever reads the results may"
cp "$results" "$TMP/once"
grade --assignment hw1 -j1
cmp -s "$results" "$TMP/once"
ok $? "the same submission gives the same bytes"
unlike "$(cat "$results")" '4711|ada@|Byron|/tmp/' "nothing in it says whose it is, or where it was graded"

submit 01-map.cl="$(right 01-map)"
metadata '"previous_submissions": [{"submission_time": "2026-11-01T00:00:00Z", "score": "1", "autograder_error": true}]'
grade --assignment hw2
is "$(json '$_->{extra_data}{workbench}{attempt}')" 1 "an attempt that a grader failed at is none"
is "$(json '$_->{tests}[0]{visibility}')" "after_published" "points that hidden cases bring stay hidden with them"
is "$(json 'scalar grep { grep { $_ eq "hidden" } @{$_->{tags}} } @{$_->{tests}}')" 0 "where hidden cases are never told of, none is there"

grade --assignment hw3
is "$(json 'map { "$_->{number} $_->{visibility}" } @{$_->{tests}}[0, 1, 3]')" "1 after_due_date 1.1 visible 1.3 after_due_date" \
  "what may be told once it is due is there, for Gradescope to show"
like "$(json '$_->{tests}[0]{output}')" 'shown after: 2026-11-02T23:00' "by Gradescope's date"

submit 01-map.cl="$(right 01-map)" 02-zip.cl="$(right 02-zip)"
metadata '"created_at": "2026-11-03T10:00:00-07:00"'
grade --assignment hw1
is "$(json '$_->{score}')" 5 "what is late by Gradescope's date has less"
like "$(json '$_->{output}')" 'It came late: 50 % of the points count' "which is said"

attempt='{"submission_time": "2026-11-01T0%s:00:00Z", "score": 3, "results": {"score": 3, "tests": [{"name": "old", "score": 3}]}}'
# shellcheck disable=SC2059
metadata "\"previous_submissions\": [$(printf "$attempt,$attempt,$attempt" 1 2 3)]"
grade --assignment hw1
is "$(json '($_->{score}, $_->{tests}[0]{name})')" "3 old" "beyond the assignment's attempts the score before stays"
like "$(json '$_->{output}')" 'You have used all attempts' "and the student is told"

# ---- odd submissions -----------------------------------------------------------------------------

submit
grade --assignment hw1
is "$?:$(json '$_->{score}')" 0:0 "an empty submission has no points"
like "$(json '$_->{output}')" 'There is no file in it' "and says that it is empty"

submit
mkfifo "$root/submission/01-map.cl"
ln -s /etc/passwd "$root/submission/02-zip.cl"
grade --assignment hw1
is "$?:$(json '$_->{score}')" 0:0 "what cannot be read has no points"
is "$(json 'map { $_->{tags}[1] } @{$_->{tests}}')" "unreadable unreadable" "and is called unreadable"

for broken in '' '{"users": [' '[]' '"x"' '{"users": {"id": 1}, "previous_submissions": 7, "assignment": []}'; do
  submit 01-map.cl="$(right 01-map)"
  printf '%s' "$broken" >"$root/submission_metadata.json"
  grade --assignment hw1
  is "$?:$(json '$_->{score}')" 0:4 "with the metadata '$broken' it is graded as if nothing were said"
  like "$(json '$_->{output}')" 'whether it is late, and how many attempts there were before, is not known here\.' "which its output says"
done
submit 01-map.cl="$(right 01-map)"
printf '{"created_at": "2026-13-77", "previous_submissions": [{"score": 3}, {"score": 2}]}' >"$root/submission_metadata.json"
grade --assignment hw1
like "$(json '$_->{output}')" 'Gradescope does not say when this was submitted: whether it is late is not known here\.' "of a time that is none it says that alone"
submit 01-map.cl="$(right 01-map)"
rm "$root/submission_metadata.json"
grade --assignment hw1
is "$?:$(json '$_->{score}')" 0:4 "so it is without metadata"
like "$(cat "$TMP/errors")" 'submission_metadata.json' "which staff is told"
like "$(json '$_->{output}')" 'whether it is late, and how many attempts' "and so is the student"

# ---- a grader that fails --------------------------------------------------------------------------

submit 01-map.cl="$(right 01-map)"
grade --assignment nowhere
[ $? -ne 0 ]
ok $? "an unknown assignment is an error"
failed "an unknown assignment"
like "$(cat "$TMP/errors")" 'nowhere' "staff reads which"
unlike "$(cat "$results")" 'nowhere' "and students do not"

submit 01-map.cl="$(right 01-map)"
rm -r "$root/submission"
grade --assignment hw1
[ $? -ne 0 ]
ok $? "without the folder of submissions nothing is graded"
failed "no submission"

submit 01-map.cl="$(right 01-map)"
metadata '"previous_submissions": [{"submission_time": "2026-11-01T00:00:00Z", "score": 7.5, "results": {"tests": [{"name": "old", "score": 7.5}]}}]'
grade --assignment nowhere
is "$(json '($_->{score}, $_->{tests}[0]{name}, $_->{extra_data}{workbench}{attempt})')" "7.5 old 1" \
  "where there is an attempt before, its score stays"

# Long enough to be ended in between, all of it.
long=$TMP/long
mkdir "$long"
for puzzle in 01-map 02-zip; do
  sed 's|// Your code here.*|volatile uint n = 1; while (n) n \|= 1;|' "$course/kernels/$puzzle.cl" >"$long/$puzzle.cl"
done
submit 01-map.cl="$long/01-map.cl" 02-zip.cl="$long/02-zip.cl"
grade --assignment hw1 -j1 --time-limit 0.05
is $? 5 "what takes too long is ended"
failed "too long"
like "$(cat "$TMP/errors")" 'took more than 0.05 s, and was ended' "and staff reads the limit"

submit 01-map.cl="$long/01-map.cl" 02-zip.cl="$long/02-zip.cl"
grade --assignment hw1 -j1 --memory-limit 1
is $? 5 "what takes too much memory is ended"
failed "too much memory"
like "$(cat "$TMP/errors")" 'took more than 1 MiB of memory' "and staff reads that"

submit 01-map.cl="$(right 01-map)"
if [ -z "${SANITIZE:-}" ]; then
  (ulimit -v 30000 && grade --assignment hw1)
  failed "no memory to be had"
else
  skip "a sanitizer needs more memory than that" "no memory to be had: no score, and no attempt"
  skip "a sanitizer needs more memory than that" "no memory to be had: the student reads why"
fi

# children PID: of a process.
children() { cat "/proc/$1/task/$1/children" 2>/dev/null; }
has_child() { [ -n "$(children "$1")" ]; }
has_grandchild() { has_child "$(children "$1" | cut -d' ' -f1)"; }
for victim in grader supervisor; do
  submit 01-map.cl="$long/01-map.cl" 02-zip.cl="$long/02-zip.cl"
  "$WORKBENCH" grade --gradescope "$root" --assignment hw1 -j1 >"$TMP/out" 2>"$TMP/errors" &
  pid=$!
  wait_until has_grandchild $pid
  grader=$(children $pid | cut -d' ' -f1)
  # shellcheck disable=SC2046
  judges=$(children "$grader")
  if [ $victim = grader ]; then kill -9 "$grader"; else kill -9 $pid; fi
  wait $pid 2>/dev/null
  failed "kill -9 of the $victim"
  gone() { for one in $grader $judges; do [ ! -d "/proc/$one" ] || grep -q '^State:.Z' "/proc/$one/status" || return 1; done; }
  wait_until gone
  ok $? "and of what the $victim has started nothing is left"
done
submit 01-map.cl="$(right 01-map)"
grade --assignment hw1
is "$?:$(json '$_->{score}')" 0:4 "the next one is graded"
is "$(find "$TMPDIR" -name run.db | wc -l)" 0 "and what was left of those runs is gone"

# ---- a leaderboard ------------------------------------------------------------------------------------

submit 01-map.cl="$(right 01-map)" 02-zip.cl="$course/solutions/02-zip/wrong/zeros.cl"
grade --assignment hw1
is "$(json 'exists $_->{leaderboard} ? "there" : "none"')" none "there is no leaderboard unless one is asked for"
grade --assignment hw1 --rank global_reads
is "$?:$(json 'map { "$_->{name}=$_->{value} $_->{order}" } @{$_->{leaderboard}}')" "0:Map: global reads=66014 asc" "on request it has what is accepted"
for withheld in hw2 hw3; do
  grade --assignment $withheld --rank global_reads
  is "$?:$(json 'scalar @{$_->{leaderboard}}')" 0:0 "and nothing where students may not know that hidden cases are right ($withheld)"
done
grade --assignment hw1 --rank time
failed "a leaderboard by time"
like "$(cat "$TMP/errors")" 'nothing is ranked by time' "staff reads why"

# ---- as somebody without privileges ------------------------------------------------------------------

# Nobody, who may not make namespaces either: as in a container.
as_nobody() {
  setpriv --reuid 65534 --regid 65534 --clear-groups \
    unshare -U -r sh -c 'echo 0 >/proc/sys/user/max_user_namespaces || exit 99; unshare -U true 2>/dev/null && exit 99; exec "$@"' - "$@"
}
if [ "$(id -u)" -ne 0 ]; then
  skip "this is not root, who alone can become somebody else" "it is graded by somebody without privileges and namespaces"
elif ! as_nobody true 2>/dev/null || ! as_nobody test -x "$WORKBENCH"; then
  skip "here nobody can be kept from namespaces, or cannot reach the build" "it is graded by somebody without privileges and namespaces"
else
  submit 01-map.cl="$(right 01-map)" 02-zip.cl="$course/solutions/02-zip/wrong/difference.cl"
  mkdir "$TMP/nobody"
  chmod 755 "$TMP"
  chown -R 65534:65534 "$root" "$TMP/nobody"
  as_nobody env HOME="$TMP/nobody" TMPDIR="$TMP/nobody" XDG_STATE_HOME="$TMP/nobody/state" XDG_CACHE_HOME="$TMP/nobody/cache" \
    XDG_DATA_HOME="$TMP/nobody/data" WORKBENCH_CACHE=off "$WORKBENCH" grade --gradescope "$root" --assignment hw1 >"$TMP/out" 2>"$TMP/errors"
  is "$?:$(json '$_->{score}')" 0:4 "it is graded by somebody without privileges and namespaces"
  sed 's/^/# /' "$TMP/errors"
fi

# ---- the pack -----------------------------------------------------------------------------------------

tar -czf "$TMP/source.tar.gz" -C "$ROOT" Makefile
"$WORKBENCH" pack --gradescope "$TMP/one.zip" --assignment hw1 --source "$TMP/source.tar.gz" >"$TMP/out" 2>&1
is $? 0 "an autograder is packed"
mv "$course" "$TMP/elsewhere"
"$WORKBENCH" --course "$TMP/elsewhere" pack --gradescope "$TMP/two.zip" --assignment hw1 --source "$TMP/source.tar.gz" >/dev/null 2>&1
mv "$TMP/elsewhere" "$course"
cmp -s "$TMP/one.zip" "$TMP/two.zip"
ok $? "the same bytes, wherever the course lies"
# open_pack FOLDER: as Gradescope unpacks it.
open_pack() { perl -e 'exec "unzip", "-q", @ARGV' "$TMP/one.zip" -d "$1"; }
if command -v unzip >/dev/null; then
  submit 01-map.cl="$(right 01-map)"
  open_pack "$root/source"
  is "$(cd "$root/source" && echo *)" "gpu-101 run_autograder setup.sh workbench.tar.gz" "setup.sh and run_autograder are at its root"
  cmp -s "$root/source/workbench.tar.gz" "$TMP/source.tar.gz"
  ok $? "the source is in it as it was"
  bash -n "$root/source/setup.sh" && bash -n "$root/source/run_autograder"
  ok $? "both are scripts"
  mkdir "$TMP/bin"
  ln -s "$WORKBENCH" "$TMP/bin/workbench"
  cp "$root/source/run_autograder" "$root/run_autograder"
  (cd "$root" && unset WORKBENCH_COURSE && AUTOGRADER=$root PATH=$TMP/bin:$PATH bash ./run_autograder) >"$TMP/out" 2>&1
  is "$?:$(json '($_->{score}, $_->{tests}[-1]{tags}[1])')" "0:4 missing" "run_autograder grades by the course that was packed"
  sed -i 's/^LEADERBOARD=$/LEADERBOARD=global_writes/' "$root/run_autograder"
  (cd "$root" && unset WORKBENCH_COURSE && AUTOGRADER=$root PATH=$TMP/bin:$PATH bash ./run_autograder) >"$TMP/out" 2>&1
  like "$(json 'map { $_->{name} } @{$_->{leaderboard}}')" 'global writes' "with a leaderboard where the script says by what"
  rm -r "$root/results" "$TMP/bin/workbench"
  printf '#!/bin/sh\nexit 1\n' >"$TMP/bin/workbench"
  chmod +x "$TMP/bin/workbench"
  (cd "$root" && AUTOGRADER=$root PATH=$TMP/bin:$PATH bash ./run_autograder) >"$TMP/out" 2>&1
  failed "a workbench that cannot even start"
else
  skip "there is no unzip" "what was packed is an autograder"
fi

# ---- setup.sh on Gradescope's images --------------------------------------------------------------------

# A system whose apt knows the packages in $TMP/known, and more once LLVM's own are listed; what installs
# and builds says so in $TMP/done. The folders that setup.sh writes to are empty, and nobody else's.
fake=$TMP/fake
mkdir -p "$fake"/{bin,source/.ci,source/workbench,etc}
cp "$ROOT/workbench/packages.txt" "$fake/source/workbench"
touch "$fake/source/Makefile"
for name in .ci/setup ../bin/make ../bin/workbench ../bin/wget; do
  printf '#!/bin/sh\necho "%s $*" >>"%s/done"\n' "${name##*/}" "$TMP" >"$fake/source/$name"
done
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "apt-get $*" >>"%s/done"\n[ "$1" != update ] || [ ! -e "%s/no-llvm" ] || ! ls /etc/apt/sources.list.d/* >/dev/null 2>&1\n' \
  "$TMP" "$TMP" >"$fake/bin/apt-get"
# shellcheck disable=SC2016
printf '#!/bin/sh\ngrep -qx -e "$2" "%s/known" || { ls /etc/apt/sources.list.d/* && grep -qx -e "$2" "%s/llvm"; } >/dev/null 2>&1 && echo "$2 | 1 |"\nexit 0\n' \
  "$TMP" "$TMP" >"$fake/bin/apt-cache"
chmod +x "$fake"/bin/* "$fake/source/.ci/setup"
mkdir -p "$fake/autograder"
tar -czf "$fake/autograder/workbench.tar.gz" -C "$fake" source
sed 's/@source@/workbench.tar.gz/; s/@course@/course/' "$ROOT/workbench/templates/gradescope/setup.sh" >"$fake/autograder/setup.sh"
awk '$1 == "build" || $1 == "emulator" { print $2 }' "$ROOT/workbench/packages.txt" >"$TMP/all"
grep -e '-19' "$TMP/all" >"$TMP/llvm"
# set_up NAME CODENAME: runs it in such a system.
set_up() {
  rm -f "$TMP/done"
  printf 'PRETTY_NAME="%s"\nVERSION_CODENAME=%s\n' "$1" "$2" >"$fake/etc/os-release"
  # shellcheck disable=SC2016
  unshare --mount --propagation private bash -c '
    for folder in /opt /etc/apt /usr/share/keyrings; do mount -t tmpfs tmpfs $folder || exit 99; done
    mount --bind "$1/etc/os-release" "$(realpath /etc/os-release)" && mkdir /etc/apt/sources.list.d || exit 99
    PATH=$2 "$BASH" "$1/autograder/setup.sh" 2>&1
    status=$?
    cat /etc/apt/sources.list.d/* 2>/dev/null
    exit $status' - "$fake" "$fake/bin:$PATH" >"$TMP/out"
}
cp "$TMP/all" "$TMP/known"
if [ "$(id -u)" -ne 0 ] || ! set_up "Debian 12" bookworm; then
  skip "this is not root, or here nobody can mount" "setup.sh installs LLVM where Ubuntu has none"
else
  unlike "$(cat "$TMP/done")" 'wget' "where the system has LLVM 19, setup.sh asks nobody else"
  like "$(tail -n 1 "$TMP/done")" 'workbench --course .*/autograder/course check --quick' "and ends with a check of the course"
  grep -v -e '-19' "$TMP/all" >"$TMP/known"
  set_up "Ubuntu 22.04.5 LTS" jammy
  is $? 0 "on Ubuntu 22.04, which has none, it goes on"
  like "$(cat "$TMP/out")" '^deb .*signed-by=.*/jammy/ llvm-toolchain-jammy-19 main$' "with the packages of LLVM's project"
  like "$(tr '\n' ' ' <"$TMP/done")" 'apt-get update .*wget .*apt-get update setup build emulator make .* make install workbench' "in the right order"
  touch "$TMP/no-llvm"
  set_up "Ubuntu 16.04" xenial
  is $? 1 "where these have none for it either, the build fails"
  like "$(cat "$TMP/out")" 'setup: there are no packages of LLVM 19 for Ubuntu 16.04: choose Ubuntu 22.04' "and says what to choose"
  rm "$TMP/no-llvm"
  grep -v libdlpack-dev "$TMP/all" >"$TMP/known"
  set_up "Ubuntu 20.04" focal
  like "$?:$(cat "$TMP/out")" '^1:setup: Ubuntu 20.04 lacks packages: choose .* lacking: libdlpack-dev$' "packages that a system lacks are named"
  rm "$fake/bin/apt-get"
  mkdir "$fake/few"
  for name in dirname bash mkdir tar gzip find head; do ln -s "$(command -v $name)" "$fake/few"; done
  PATH=$fake/few bash "$fake/autograder/setup.sh" >"$TMP/out" 2>&1
  like "$?:$(cat "$TMP/out")" '^1:setup: .* has no apt: choose Ubuntu' "and so is a system without apt"
fi

# Hidden inputs follow from a secret that is packed, which is not the instructor's own.
submit 01-map.cl="$(right 01-map)"
grade --assignment hw4
[ $? -ne 0 ]
ok $? "without a secret nothing is graded whose hidden inputs follow from it"
failed "no secret"
like "$(cat "$TMP/errors")" '--secret' "and staff reads what to name"
for i in 1 2; do
  "$WORKBENCH" pack --gradescope "$TMP/hw4-$i.zip" --assignment hw4 --source "$TMP/source.tar.gz" --secret "$TMP/own" >/dev/null 2>&1
done
cmp -s "$TMP/hw4-1.zip" "$TMP/hw4-2.zip"
ok $? "the same secret is packed each time"
if command -v unzip >/dev/null; then
  unzip -q "$TMP/hw4-1.zip" -d "$root/source"
  is "$(stat -c %s "$root/source/grading.secret")" 32 "it is in the pack"
  ! cmp -s "$TMP/own" "$root/source/grading.secret"
  ok $? "and is not the instructor's own"
  rm -f "$TMP/bin/workbench"
  ln -s "$WORKBENCH" "$TMP/bin/workbench"
  (cd "$root" && unset WORKBENCH_COURSE && AUTOGRADER=$root PATH=$TMP/bin:$PATH bash source/run_autograder) >"$TMP/out" 2>&1
  is "$?:$(json '$_->{score}')" 0:10 "run_autograder grades with it"
else
  skip "there is no unzip" "a secret is packed"
fi

# refused PATTERN SENTENCE OPTION...
refused() {
  out=$("$WORKBENCH" pack --gradescope "${@:3}" 2>&1)
  is $? 2 "$2 is refused"
  like "$out" "$1" "$2: the message says what to do"
}
refused 'git archive' "a pack without the source" "$TMP/three.zip"
refused '\.zip' "another archive than a zip" "$TMP/three.tar.gz" --source "$TMP/source.tar.gz"
refused '\.tar\.gz' "a source that is no archive" "$TMP/three.zip" --source "$course/course.lua"
refused 'hw1' "an unknown assignment" "$TMP/three.zip" --source "$TMP/source.tar.gz" --assignment hw11
refused 'for whom' "a pack for two" "$TMP/three.zip" --source "$TMP/source.tar.gz" --student
[ ! -e "$TMP/three.zip" ]
ok $? "and nothing is written"

# ---- hidden inputs ------------------------------------------------------------------------------

submit 01-map.cl="$(right 01-map)"
grade --assignment hw4 --secret "$TMP/own"
is "$(json '$_->{score}')" 10 "hidden inputs may follow from a secret"
tap_finish
