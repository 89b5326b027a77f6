#!/usr/bin/env bash
# docs/json.md and what is really printed: every key that is printed is on the page, in the section
# of its object, and every key of the page's tables is printed somewhere.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/docs/lib.sh"
PAGE=$ROOT/docs/json.md
begin_session "$ROOT"
in_session 'mkdir work' > /dev/null

# section TITLE: of the page, up to the next title of its level or above.
section() {
  awk -v title="$1" '/^#/ { depth = length($1); here = substr($0, depth + 2)
      if (inside && depth <= level) inside = 0
      if (here == title) { inside = 1; level = depth } } inside' "$PAGE"
}

# collect PREFIX COMMANDS: the keys of what they print, as paths below PREFIX. Without Landlock or
# seccomp the same keys are there.
collect() { in_session "$2" | perl "$DOCS/json.pl" keys "$1" >> "$TMP/paths" || echo "# not JSON: $2"; }

# A kernel FILE of a puzzle, judged and printed.
judge() { collect run "cp $2 work/$1.cl && workbench run $1 $3 --json 2>/dev/null"; }

judge 18-conv1d solutions/18-conv1d/wrong/no-tile.cl --stats
judge 14-shared-memory solutions/14-shared-memory/wrong/no-barrier.cl ''
judge 02-map solutions/02-map/wrong/copy.cl '--seed 7'
judge 02-map solutions/02-map/accepted.cl ''
judge 49-n-body solutions/49-n-body/wrong/step-1-only.cl ''
collect run 'workbench pack --student ~/pack.zip >/dev/null; workbench run 02-map --course ~/pack.zip --json 2>/dev/null'
in_session 'echo "__kernel void map(" > work/03-zip.cl'
collect run 'workbench run 03-zip --json 2>/dev/null'
collect trace 'workbench trace 14-shared-memory --json 2>/dev/null'
collect trace 'workbench trace 03-zip --json 2>/dev/null'
collect trace 'workbench trace 33-scalar-add --file solutions/33-scalar-add/accepted.lua --json 2>/dev/null'
collect history 'workbench history 02-map --json'
collect check-all 'workbench check-all --format json'
in_session "sed -i 's|^}|  assignments = { { name = \"hw1\", puzzles = { \"map\" }, due = \"2126-12-01T23:59Z\" } },\n}|' course.lua" >/dev/null
collect check-all 'workbench check-all --assignment hw1 --format json'
collect hand-in 'workbench hand-in hw1 ~/hw1.tar.gz >/dev/null; tar -xOzf ~/hw1.tar.gz handed-in.json'
collect check 'workbench check 02-map --quick --json'
cat > "$SESSION/home/course/race.cl" <<'END'
__kernel void race(__global int *out, __global const float2 *a) {
  size_t i = get_global_id(0);
  printf("%d", (int)i);
  out[i / 2] = (int)a[i].x;
}
END
collect emulate "workbench emulate race.cl -g 64 -a 'int[64]' -a 'const float2[64]=range' \
  --stats --dump all --orders --trace race.trace --json"
collect emulate "workbench emulate work/03-zip.cl -g 1 --json"
collect trace 'workbench trace race.trace --json --max 5'
cat > "$SESSION/home/course/race.lua" <<'END'
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("int", 64)
local host = ctx:enqueue_create_host_buffer("int", 64)
ctx:enqueue_function(ctx:compile_function { source = [[
__kernel void race(__global int *out) { out[get_global_id(0) / 2] = (int)get_global_id(0); }
]] }, dev, { global = 64, ["local"] = 64 })
ctx:enqueue_copy { src = dev, dst = host }
print(host[0])
ctx:synchronize()
END
collect lua 'workbench lua race.lua --json 2>/dev/null'
# A program with a graph, and an answer to a puzzle with one.
cat > "$SESSION/home/course/graph.lua" <<'END'
local graph, tensor = require "graph", require "tensor"
graph.InferenceSession { devices = { graph.CPU } }:load(graph.Graph("g", { graph.TensorType("float", { 1 }) },
  function(x) return x + 1 end)):execute(tensor.zeros("float", { 1 }))
END
collect lua 'workbench lua graph.lua --json'
collect trace 'cat graph.lua solutions/33-scalar-add/accepted.lua > answer.lua; workbench trace 33-scalar-add --file answer.lua --json 2>/dev/null'
echo 'return { run = function() end, check = function() end, bytes = 8, flops = 2 }' > "$SESSION/home/course/solo.lua"
collect lua 'workbench lua race.lua --untrusted --json 2>/dev/null'
collect bench 'workbench bench solo.lua --device emulator --repeats 3 --json'
collect list 'workbench list --json'
collect progress 'workbench progress --json'
collect courses 'workbench courses --json'
collect devices 'workbench devices --json'
collect show 'workbench show 02-map --format json'
collect glossary 'workbench glossary warp --json'
collect data 'workbench data 02-map --json'
collect hint 'workbench hint 02-map --json'
collect new 'echo 03-zip > puzzles/02-map/note.md; workbench new scan --after map --json'
# A puzzle that judges printed lines, whose cases bring points.
mkdir "$SESSION/home/course/puzzles/60-lines"
cat > "$SESSION/home/course/puzzles/60-lines/puzzle.lua" <<'END'
return require("puzzle").kernel {
  title = "Lines", concept = "Lines.", entry = "lines", printed = "given",
  groups = { { name = "first", points = 1 }, { name = "rest", points = 2, of = "each", needs = "first" } },
  cases = { { name = "two", global = { 2 }, ["local"] = { 2 }, group = "first" } },
  reference = function() return { printed = { "0", "1" } } end,
}
END
echo '// lines' > "$SESSION/home/course/kernels/60-lines.cl"
collect data 'workbench data 60-lines --json'
collect show 'workbench show 60-lines --json'
lines() {
  in_session "echo '__kernel void lines() { $1 }' > work/60-lines.cl"
  collect run 'workbench run 60-lines --json 2>/dev/null'
}
lines 'printf("%d\n", (int)get_global_id(0) * 2);'
lines 'if (get_global_id(0) == 0) printf("1\n0\n");'
collect doctor 'workbench doctor --json'
collect cache 'workbench cache --json'
sort -u -o "$TMP/paths" "$TMP/paths"

# Which section tells of which objects; the longest prefix decides.
SECTIONS='run.cases[].findings[]|A finding
run.cases[]|A case
run|The whole run
history|history
hand-in|handed-in.json
progress|progress
check-all.results[].result|
check-all|check-all
check|check
new|new and move
emulate.findings[]|A finding
lua.findings[]|A finding
lua|lua
bench|bench
emulate|emulate
trace.timeline|lua
trace|trace
list|list, courses and devices
courses|list, courses and devices
devices|list, courses and devices
show|show, glossary, hint, doctor and cache
glossary|show, glossary, hint, doctor and cache
hint|show, glossary, hint, doctor and cache
data|data
doctor|show, glossary, hint, doctor and cache
cache|show, glossary, hint, doctor and cache'

# section_of PATH: the name of its section.
section_of() {
  local prefix title
  while IFS='|' read -r prefix title; do
    if [[ $1 == "$prefix".* || $1 == "$prefix"'['* ]]; then echo "$title"; return; fi
  done <<<"$SECTIONS"
}

# A key is explained in its section, or shows in the sample at the top; of emulate, what is as of a
# run is explained there. Counters have a page of their own.
unknown=
while read -r path; do
  title=$(section_of "$path")
  key=${path##*.}
  [ -n "$title" ] && [[ $path == *.* ]] || continue
  case $path in
    *.budgets.*) ;;
    show.*) { section "list, courses and devices"; section "$title"; } | grep -qF "\`$key\`" ;;
    *.counters.* | *.counters'[]'.*) grep -q "\`$key\`" "$ROOT/docs/counters.md" ;;
    *) { section "$title"; sed '/^## A case/,$d' "$PAGE"; } | grep -qE "(\`|\")$key(\`|\")" ;;
  esac || unknown+=" $path ($title)"
done < <(sed -E "s,(\\[\\])+\$,," "$TMP/paths" | sort -u)
is "$unknown" "" "every key that is printed is on the page"

# The first column of the tables, where it names keys.
absent=
for title in "The whole run" "A case" "A finding" history check-all emulate lua bench trace "list, courses and devices" handed-in.json data; do
  for key in $(section "$title" | sed -nE 's/^\| (`[^|]*)\|.*/\1/p' | grep -oE '`[a-z_]+`' | tr -d '`'); do
    grep -qE "\.$key(\$|[.[])" "$TMP/paths" || absent+=" $key ($title)"
  done
done
is "$absent" "" "every key of the page's tables is printed"

# And both can fail.
like "$(section "A case" | grep -c '^|')" '^[1-9][0-9]' "the page has a table of a case"
like "$(wc -l < "$TMP/paths")" '^[1-9][0-9]{2}' "keys were printed"
tap_finish
