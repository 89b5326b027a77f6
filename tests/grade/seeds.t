#!/usr/bin/env bash
# grade with hidden inputs that follow from the grader's secret: who has which, that nobody finds
# them where they could be read, and that a replay has those that were judged.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
cp -r "$COURSE" "$course"
export WORKBENCH_COURSE=$course
guards=$course/puzzles/03-guards/puzzle.lua
sed -i 's/sizes = { n = 7 }, global = { 24 }/sizes = { n = 7 }, vary = { n = { 5, 15 } }, global = { 24 }/' "$guards"
sed -i 's/^}/  assignments = {\n    { name = "plain", puzzles = { "guards" } },\n    { name = "hw1", puzzles = { "guards" }, seed = "course" },\n    { name = "hw2", puzzles = { "guards" }, seed = "person" },\n  },\n}/' "$course/course.lua"

# A secret that a test can look for, and another one.
secret=$TMP/secret
printf 'an-umbrella-and-a-sewing-machine' >"$secret"
printf 'an-umbrella-and-a-sewing-machinE' >"$TMP/other"
chmod 600 "$secret" "$TMP/other"
# grade OPTION...: with the secret where one is needed.
grade() {
  local own=(--secret "$secret" --unchecked)
  case $1 in
  --show) own=(--secret "$secret") ;;
  --compare | --apply | --export | --status) own=() ;;
  esac
  "$WORKBENCH" grade "${own[@]}" "$@" 2>"$TMP/err" </dev/null
}
json() { perl -MJSON::PP -e 'local $/; open my $f, "<", shift or die; $_ = decode_json(<$f>); print eval(shift) // "undef"' "$1" "$2"; }
# scores RUN: of each person, in the order of pseudonyms.
scores() { for one in "$1"/submissions/*/result.json; do json "$one" '$_->{points} . " "'; done; }

# hand_in CLASS PERSON: a kernel from standard input.
hand_in() { mkdir -p "$TMP/$1/$2" && cat >"$TMP/$1/$2/03-guards.cl"; }
kernel() { # CONDITION of being right
  cat <<END
__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = ($1) ? a[i] + 10 : 0;
}
END
}

# ---- who knows the spec -----------------------------------------------------------------------

known=$("$WORKBENCH" data guards --case 5 --hidden --json | perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{cases}[0]{arrays}[1]{before}[0]')
hand_in knows ada < <(kernel "n != 1 || fabs(a[0] - ($known)) < 1e-3f")
hand_in knows bo <"$course/solutions/03-guards/accepted.cl"
grade "$TMP/knows" --assignment plain --out "$TMP/plain" >"$TMP/out"
is "$(scores "$TMP/plain" | tr ' ' '\n' | sort -n | xargs)" "10 10" "who knows the spec has the inputs of hidden cases"
is "$(json "$TMP/plain/run.json" '$_->{seed}')" "undef" "of which a run says nothing"
grade "$TMP/knows" --assignment hw1 --out "$TMP/course-wide" >"$TMP/out"
is "$?" 0 "with a secret seed all is judged, too"
is "$(scores "$TMP/course-wide" | tr ' ' '\n' | sort -n | xargs | sed 's/\..* / /')" "8 10" "and then has not"
is "$(json "$TMP/course-wide/run.json" '$_->{seed}')" "course" "run.json says which seeds there are"
wrong=$(for one in "$TMP"/course-wide/judged/03-guards/*.json; do
  json "$one" 'join "", map { ($_->{visible} ? "visible" : "hidden") . " $_->{verdict}\n" } grep { $_->{verdict} ne "accepted" } @{$_->{cases}}'; done)
is "$wrong" "hidden wrong-answer" "only in a hidden case"

# ---- people -------------------------------------------------------------------------------------

people=(ada bo cy di eve flo gus hal)
for who in "${people[@]}"; do hand_in chance "$who" < <(kernel "n != 1 || a[0] > 0"); done
grade "$TMP/chance" --assignment hw1 --out "$TMP/together" >"$TMP/out"
is "$(scores "$TMP/together" | tr ' ' '\n' | sort -u | sed '/^$/d' | wc -l)" 1 "all have the inputs of the course"
is "$(printf '%s\n' "$TMP"/together/judged/03-guards/* | wc -l)" 1 "and equal files are judged once"
grade "$TMP/chance" --assignment hw2 --out "$TMP/apart" -j1 >"$TMP/out"
is "$(scores "$TMP/apart" | tr ' ' '\n' | sort -u | sed '/^$/d' | wc -l)" 2 "each person has inputs of their own"
is "$(cd "$TMP/apart/judged/03-guards" && printf '%s\n' * | sed 's/^[0-9a-f]\{64\}-\(s[0-9a-f]\{16\}\)\.json$/\1/' | sort | xargs)" \
  "$(cd "$TMP/apart/submissions" && printf '%s\n' * | sort | xargs)" "and their equal files are judged apart"
grade "$TMP/chance" --assignment hw2 --out "$TMP/apart2" -j3 >"$TMP/out"
diff -r "$TMP/apart/judged" "$TMP/apart2/judged" && diff -r "$TMP/apart/submissions" "$TMP/apart2/submissions"
ok $? "the same person has the same ones again, whoever else is judged at the time"
worker="'$WORKBENCH' grade --shard {shard}"
grade "$TMP/chance" --assignment hw2 --out "$TMP/shards" --engine command "$worker" --shards 3 >"$TMP/out"
diff -r "$TMP/apart/judged" "$TMP/shards/judged" && diff -r "$TMP/apart/submissions" "$TMP/shards/submissions"
ok $? "and in shards, by other processes"
is "$(cat "$TMP"/shards/shards/1/attempts/*/judgements.jsonl | wc -l)" 8 "each of which judges its part"
grade "$TMP/chance" --assignment hw2 --secret "$TMP/other" --out "$TMP/elsewhere" >"$TMP/out"
[ "$(scores "$TMP/elsewhere")" != "$(scores "$TMP/apart")" ]
ok $? "with another secret they are others"

# ---- a replay -----------------------------------------------------------------------------------

for who in ada bo cy; do
  grade --show "$TMP/apart" "$who" guards --replay >"$TMP/out"
  like "$(cat "$TMP/out")" '^The run has the same' "a replay of $who has the inputs that were judged"
done
"$WORKBENCH" grade --secret "$TMP/other" --show "$TMP/apart" ada guards --replay >"$TMP/out" 2>"$TMP/err"
is "$?" 2 "with another secret there is no replay"
like "$(cat "$TMP/err")" 'another secret.*--secret' "and it says why"

# ---- judging again ------------------------------------------------------------------------------

cp -r "$course" "$TMP/changed"
sed -i 's/seed = "course"/seed = "person"/' "$TMP/changed/course.lua"
grade --again "$TMP/together" --out "$TMP/again" --course "$TMP/changed" --person ada >"$TMP/out"
is "$?" 2 "where seeds are of another kind, one person alone is not judged again"
like "$(cat "$TMP/err")" 'seed is "person" now, and was "course"' "and it says why"
grade --again "$TMP/apart" --out "$TMP/again2" --person ada >"$TMP/out"
like "$?" '^[01]$' "of a run with inputs for each, one person can be judged again"
diff -r "$TMP/apart/judged" "$TMP/again2/judged"
ok $? "which gives the same"
grade --again "$TMP/apart" --out "$TMP/again4" --person ada --engine command "$worker" >"$TMP/out"
diff -r "$TMP/apart/judged" "$TMP/again4/judged"
ok $? "also in shards"
is "$(cat "$TMP"/again4/shards/1/attempts/*/judgements.jsonl | wc -l)" 1 "of which there is one, with one text"
grade --again "$TMP/together" --out "$TMP/again3" --course "$TMP/changed" >"$TMP/out"
is "$(scores "$TMP/again3")" "$(scores "$TMP/apart")" "all of it can be judged with others"
grade --compare "$TMP/together" "$TMP/again3" --json >"$TMP/compared"
like "$(cat "$TMP/compared")" '"seed"' "a comparison says that they are others"
grade --apply "$TMP/again3" >"$TMP/out"
is "$?" 2 "and they do not become the run's"

# ---- where others could look ------------------------------------------------------------------

# Long enough that its processes can be looked at; only the emulator's have a learner's code.
hand_in slow ada <<'END'
__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  volatile float x = 0;
  for (int k = 0; k < 3000000; k++) x += 1;
  if (i < n) out[i] = a[i] + 10;
}
END
cat >"$TMP/look.py" <<'END'
import hashlib, hmac, json, os, sys, time
secret, run, parent = open(sys.argv[1], "rb").read(), sys.argv[2], int(sys.argv[3])
course = b"gpu-puzzle-workbench"

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

# What is there may be gone when it is read: processes, and the journal of a database that is closed.
def keys():
    db = read(run + "/run.db-wal") + read(run + "/run.db")
    at = {db[i:i + 17] for i in range(len(db)) if db[i:i + 1] == b"s" and all(c in b"0123456789abcdef" for c in db[i + 1:i + 17])}
    at = {name for name in at if len(name) == 17} | {name.encode() for name in os.listdir(run + "/submissions")}
    return [hmac.new(secret, b"seeds\0" + course + b"\0guards\0" + name + b"\0", hashlib.sha256).digest() for name in at]

def memory(pid):
    try:
        with open("/proc/%d/maps" % pid) as maps:
            lines = maps.readlines()
        mem = open("/proc/%d/mem" % pid, "rb", 0)
    except OSError:  # it has ended
        return
    for line in lines:
        ends, rights = line.split()[:2]
        low, high = (int(end, 16) for end in ends.split("-"))
        if rights[:2] != "rw" or high - low > 64 << 20:
            continue
        try:
            mem.seek(low)
            yield mem.read(high - low)
        except (OSError, ValueError):
            pass

def children(of):
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            stat = read("/proc/%s/stat" % name)
            if stat:
                parents[int(name)] = int(stat.rsplit(b")", 1)[1].split()[1])
    found, more = {of}, True
    while more:
        new = {pid for pid, up in parents.items() if up in found} - found
        found |= new
        more = bool(new)
    return found

seen, held = {}, {}
while os.path.exists("/proc/%d" % parent):
    stat = read("/proc/%d/stat" % parent)
    if not stat or stat.rsplit(b")", 1)[1].split()[0] == b"Z":
        break
    if not os.path.exists(run + "/run.db"):
        time.sleep(0.02)
        continue
    wanted = [secret] + keys()
    wanted += [one.hex().encode() for one in wanted]
    for pid in children(parent) - {os.getpid()}:
        line = read("/proc/%d/cmdline" % pid)
        name = os.path.basename(line.split(b"\0")[0]).decode(errors="replace")
        seen[name] = seen.get(name, 0) + 1
        for text in (line, read("/proc/%d/environ" % pid)):
            if any(one in text for one in wanted):
                print("argument or variable of", name)
        if name in ("workbench-judge", "workbench-emulator", "workbench-compiler", "workbench-host"):
            for part in memory(pid):
                held[name] = held.get(name, False) or any(one in part for one in wanted)
    time.sleep(0.05)
print("looked at", " ".join(sorted(name for name in seen if name.startswith("workbench-"))))
print("held by", " ".join(sorted(name for name in held if held[name])))
END
"$WORKBENCH" grade --secret "$secret" --unchecked "$TMP/slow" --assignment hw2 --out "$TMP/slow-run" >"$TMP/out" 2>&1 </dev/null &
grader=$!
python3 "$TMP/look.py" "$secret" "$TMP/slow-run" "$grader" >"$TMP/seen"
wait "$grader"
like "$(cat "$TMP/seen")" '^looked at .*workbench-emulator.*workbench-judge' "while a kernel runs"
unlike "$(cat "$TMP/seen")" 'argument or variable' "no process has secret or key among its arguments and variables"
if grep -q '^held by.*workbench-judge' "$TMP/seen"; then
  is "$(sed -n 's/^held by //p' "$TMP/seen")" "workbench-judge" "and none but the judge has the key in its memory"
else
  skip "memory of processes cannot be read here" "none but the judge has the key in its memory"
fi
! grep -rlF -e "$(cat "$secret")" -e "$(xxd -p -c 64 "$secret" 2>/dev/null || od -An -tx1 "$secret" | tr -d ' \n')" "$TMP/slow-run" "$TMP/apart" "$TMP/shards"
ok $? "no file of a run has the secret"
tap_finish
