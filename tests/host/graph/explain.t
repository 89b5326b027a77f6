#!/usr/bin/env bash
# What explain says of graphs: golden texts of five, whose kernels' sizes may change (GENERATE=1 writes
# them: look at the difference), fields, pictures and errors.
. "$(dirname "$0")/../../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
here=$ROOT/tests/host/graph
unset WORKBENCH_DEVICE
cd "$ROOT" || exit 1

explain() { "$WORKBENCH" lua "$here/explain.lua" "$@" 2>&1; }

# How many work-items and launches there are is the compiler's to choose, for each device anew.
without_sizes() {
  awk '/^kernel  / { rows = 1; print; next }
       /^$/ { rows = 0 }
       /^     launches / { next }
       rows { gsub(/^ +/, ""); n = split($0, cell, /  +/)
              if (n == 8) cell[4] = cell[5] = "*"
              line = cell[1]; for (i = 2; i <= n; i++) line = line "  " cell[i]; print line; next }
       { print }'
}

for name in softmax layer_norm shared matmul_bias branches; do
  explain text "$name" >"$TMP/$name"
  is "$?" 0 "$name is explained"
  is "$(awk 'length > 100' "$TMP/$name")" "" "in 100 columns"
  without_sizes <"$TMP/$name" >"$TMP/$name.golden"
  [ -z "${GENERATE:-}" ] || cp "$TMP/$name.golden" "$here/golden/$name"
  is "$(cat "$TMP/$name.golden")" "$(cat "$here/golden/$name")" "as it was"
  explain fields "$name" >"$TMP/fields"
  is "$?" 0 "its fields and sources are sound"
done

# Long graphs become few kernels.
(cd "$here" && "$WORKBENCH" lua fusing.lua) >"$TMP/fusing" 2>"$TMP/err"
is "$?:$(cat "$TMP/err")" "0:" "long graphs are made into kernels"
retell "$TMP/fusing"

# Columns: each cell ends where its heading does.
is "$(awk '/^kernel  / { width = length($0) } /^$/ { width = 0 } width && length($0) != width' "$TMP/branches")" "" \
  "rows end where the headings do"

is "$(explain fields softmax | cut -f1,3,4)" "51200	1	5" "a softmax of 64 x 100 floats reads and writes each once, in one kernel of five operations"
is "$(explain fields softmax | cut -f2)" "$((64 * 100 * 4 * 8 + 64 * 4 * 4))" "in a kernel each, its operations would move eight times the array, and four rows' results"
like "$(explain text branches)" "computed ahead, 1 there twice, 1 that no result needs" "what is there twice, and what nobody needs, is counted"
is "$(explain text shared | grep -c 'kernel 1, for kernel')" 1 "what several kernels need is said to be stored, and why"
like "$(explain text branches)" "in 2 queues" "independent branches have queues of their own"

# The kernels that are made for a graph are compiled as one program, those of the library's operation as another.
is "$("$WORKBENCH" lua --trace - "$here/explain.lua" text branches 2>&1 | grep -c 'compile kernel\.cl')" 2 \
  "drivers get a graph's own kernels as one program"

cpu=$(explain cpu softmax)
like "$cpu" "^Graph softmax, m = 100, n = 64, on CPU: 5 operations" "on the CPU it lists the operations"
like "$cpu" "2  sub .*explain.lua:9" "with their lines"

errors=$(explain errors)
is "$errors" "graph 'softmax': the size n is not known: explain { n = … }, or execute it first
graph 'softmax': the size m is not known: explain { m = … }, or execute it first
graph 'softmax': the size m cannot be -1
graph 'softmax': there is no size k: its sizes are n, m
explain: sizes are a table, as { n = 4 }
graph 'softmax': the size n is not known: explain { n = … }, or execute it first
2	3	checking emulator
explain: there is no kernel 2: there are 1
explain: picture.png: the name ends in .txt, .dot or .svg" "what cannot be explained is said, with what to do"

# ---- pictures -----------------------------------------------------------------------------------

mkdir "$TMP/pictures"
explain pictures "$TMP/pictures"
is "$?" 0 "pictures are written by the endings of their names"
like "$(cat "$TMP/pictures/odd.txt")" "kernel  queue" "and texts"
if command -v python3 >/dev/null; then
  is "$(cd "$TMP/pictures" && for file in *.svg; do
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$file" 2>&1 || echo "$file"
  done)" "" "every picture is XML"
else
  skip 1 "python3 is not here"
fi
is "$(cat "$TMP"/pictures/*.svg | grep -E 'href|url\(|<script|<image|@import')" "" "which needs nothing from elsewhere"
like "$(cat "$TMP/pictures/branches.svg")" "prefers-color-scheme: dark" "and has colours for the dark"
is "$(grep -o "input [^\\]*" "$TMP/pictures/matmul_bias.dot" | paste -sd,)" "input 'x',input 'weight',input 'bias'" \
  "inputs have the names that the graph's function has for them"
is "$(grep -oE "input ('.*'|[0-9])" "$TMP/pictures/unnamed.dot" | paste -sd,)" "input 'x',input 2" "and numbers where it has none"
is "$(grep -c 'class="box kernel"' "$TMP/pictures/branches.svg")" "$(explain fields branches | cut -f3)" "with a box for each kernel"
if command -v dot >/dev/null; then
  is "$(for file in "$TMP"/pictures/*.dot; do dot -Tsvg "$file" 2>&1 >/dev/null || echo "$file"; done)" "" "Graphviz draws every graph"
else
  # Each line is one of these; what is quoted has no quote or end of line in it.
  is "$(cat "$TMP"/pictures/*.dot | sed -E 's/"([^"\\]|\\.)*"/""/g' |
    grep -vE '^(digraph "" \{|\}|  label = "";|  (node|edge) \[[^]]*\];|  n[0-9]+ \[label = "", tooltip = ""(, style = ""|, shape = ellipse)\];|  n[0-9]+ -> n[0-9]+ \[label = ""\];|)$')" \
    "" "every line of every graph for Graphviz is sound"
fi
tap_finish
