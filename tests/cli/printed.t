#!/usr/bin/env bash
# Puzzles that are judged by what a kernel prints: on every device, in every form.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
devices=()
[ -x "$BUILD/workbench-emulator" ] && devices+=(emulator)
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && sample_part "on OpenCL devices" && devices+=(opencl)
[ ${#devices[@]} -gt 0 ] || skip_all "there is no device"

course=$TMP/course
mkdir -p "$course"/puzzles/{01-hello,02-count} "$course/kernels"
cp -r "$COURSE/lua" "$course"
cat >"$course/course.lua" <<'LUA'
return require("puzzle").course { format = 1, name = "lines", title = "Lines", language = "en", license = "Apache-2.0" }
LUA
cat >"$course/puzzles/01-hello/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Hello", concept = "Each work-item prints a line.", entry = "hello",
  printed = "any",
  cases = {
    { name = "four", global = { 4 }, ["local"] = { 2 } },
    { name = "secret name", global = { 300 }, ["local"] = { 10 }, visible = false },
  },
  reference = function(case)
    local lines = {}
    for i = 0, case.global[1] - 1 do
      lines[#lines + 1] = ("item %d of group %d"):format(i, i // case["local"][1])
    end
    return { printed = lines }
  end,
}
LUA
cat >"$course/puzzles/02-count/puzzle.lua" <<'LUA'
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Count", concept = "One work-item counts aloud.", entry = "count",
  printed = "given",
  params = { { name = "out", kind = "output", type = "int", shape = { 1 } } },
  cases = {
    { name = "two groups", global = { 4 }, ["local"] = { 2 } },
    { name = "hidden one", global = { 6 }, ["local"] = { 2 }, visible = false },
  },
  reference = function(case)
    local lines = {}
    for i = 0, case.global[1] - 1 do lines[#lines + 1] = tostring(i) end
    return { out = case.global[1], printed = lines }
  end,
  limits = { output_kb = 1 },
}
LUA
for k in 01-hello 02-count; do echo '// starter' >"$course/kernels/$k.cl"; done
export WORKBENCH_COURSE=$course

# judge NAME PUZZLE CODE BODY: runs a kernel with this body on each device; exit codes must be CODE.
judge() {
  local parameters=
  [ "$2" = 1 ] || parameters='__global int *out'
  printf '__kernel void %s(%s) {\n%s\n}\n' "$([ "$2" = 1 ] && echo hello || echo count)" "$parameters" "$4" >"$TMP/$1.cl"
  for device in "${devices[@]}"; do
    "$WORKBENCH" run "$2" --device $device --file "$TMP/$1.cl" >"$TMP/$1.$device" 2>"$TMP/err"
    is "$?" "$3" "$1: exit code $3 on $device"
  done
}
# says NAME PATTERN: on each device.
says() {
  for device in "${devices[@]}"; do
    like "$(tr -s ' \n' ' ' <"$TMP/$1.$device")" "$2" "$1: the report says /$2/ on $device"
  done
}
line='"item %d of group %d\n", (int)get_global_id(0), (int)get_group_id(0)'

judge right 1 0 "printf($line);"
judge nothing 1 1 ''
says nothing 'wrong-answer .*what is printed differs from the reference'
says nothing 'Nothing was printed, expected 4 lines, the first of them "item 0 of group 0"'
says nothing 'case 1, four: wrong-answer, 4 printed lines are missing'
judge twice 1 1 "printf($line); if (get_global_id(0) == 2) printf($line);"
says twice 'The line "item 2 of group 1" was printed 2 times, expected once'
says twice '1 printed line is not expected'
judge local-id 1 1 "printf(\"item %d of group %d\\n\", (int)get_local_id(0), (int)get_group_id(0));"
says local-id 'The line "item 2 of group 1" was not printed; 1 more line is missing'
says local-id 'The line "item 0 of group 1" is not expected.*; 1 more line is not expected'
says local-id 'which work-item prints which line'
judge no-break 1 1 "printf(${line/\\n/});"
says no-break 'several lines in one: each line ends with a line break, .n,'
judge capital 1 1 "printf(${line/item/Item});"
says capital 'differ in capital letters alone'
judge nul 1 1 "printf($line); if (get_global_id(0) == 3) printf(\"%cmore\", 0);"
judge too-much 2 1 'for (int i = 0; i < 999; i++) printf("%d\n", i); out[0] = 4;'
says too-much 'output-limit'
for device in "${devices[@]}"; do
  unlike "$(cat "$TMP"/*."$device")" 'secret|item [0-9]+ of group [3-9]' "of hidden cases nothing is told on $device"
done

judge counts 2 0 'int n = (int)get_global_size(0);
  if (get_global_id(0) == 0) { for (int i = 0; i < n; i++) printf("%d\n", i); out[0] = n; }'
judge backwards 2 1 'int n = (int)get_global_size(0);
  if (get_global_id(0) == 0) { for (int i = n - 1; i >= 0; i--) printf("%d\n", i); out[0] = n; }'
says backwards 'All lines are there, but not in their order: line 1 is "3", expected "0"'
judge no-output 2 1 'if (get_global_id(0) == 0) for (int i = 0; i < get_global_size(0); i++) printf("%d\n", i);'
says no-output 'out\[0\] was never written'

if [ -x "$BUILD/workbench-emulator" ]; then
  on_emulator() { tr -s ' \n' ' ' <"$TMP/$1.emulator"; }
  like "$(on_emulator twice)" 'the last of them by work-item 2 of group 1' "who printed too much is named"
  like "$(on_emulator local-id)" 'is not expected, printed by work-item 2 of group 1' "and who printed what is not expected"
  devices=(emulator)
  judge pieces 1 1 'printf("item %d ", (int)get_global_id(0)); printf("of group %d\n", (int)get_group_id(0));'
  says pieces 'put together from several calls of printf'
  says pieces '4 printed lines are in pieces'
  # Each prints its own number: on the emulator one after the other, in every order that it tries.
  judge chance 2 1 'printf("%d\n", (int)get_global_id(0)); if (get_global_id(0) == 0) out[0] = (int)get_global_size(0);'
  says chance 'order-dependence what is printed is right when work-items run forward and wrong when they run in reverse'
  says chance 'Your kernel printed: 3 2 1 0'
  judge ticket 1 0 "printf($line);"
  "$WORKBENCH" run 1 --file "$TMP/twice.cl" --json >"$TMP/json" 2>/dev/null
  is "$(perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>)->{cases}; my $p = $c->[0]{printed};
    print join " ", $p->{wanted}, $p->{got}, $p->{missing} // "-", @{$p->{extra}}{qw(count line wanted times)},
      "@{$p->{extra}{work_item}}", exists $c->[1]{printed} ? "told" : "hidden", $c->[1]{detail}' <"$TMP/json")" \
    "4 5 - 1 item 2 of group 1 1 2 2 0 0 hidden what is printed differs" "JSON has it, but of hidden cases"
fi

"$WORKBENCH" data 1 >"$TMP/data" 2>&1
like "$(cat "$TMP/data")" 'expected to be printed: 4 lines, in any order' "data says which lines"
like "$(cat "$TMP/data")" '^    item 3 of group 1$' "and prints them"
like "$("$WORKBENCH" data 2)" '4 lines, in this order' "and in which order"
unlike "$("$WORKBENCH" data 1 --json)" 'group 9' "those of hidden cases are not there"
like "$("$WORKBENCH" show 1)" 'What it prints is judged: the lines, in any order' "show says that lines are judged"
like "$(printf '1\ndata\nquit\n' | "$WORKBENCH" ui --plain 2>/dev/null)" 'Expected to be printed: 4 lines' "and so does the dialogue"

"$WORKBENCH" pack --student "$TMP/pack.tar.gz" >"$TMP/out" 2>&1 || sed 's/^/# /' "$TMP/out"
mkdir "$TMP/pack" && tar -xzf "$TMP/pack.tar.gz" -C "$TMP/pack"
pack=$(find "$TMP/pack" -name 01-hello -path '*puzzles*')/puzzle.lua
like "$(cat "$pack")" 'printed = "any"' "a student's pack judges lines"
like "$(cat "$pack")" '"item 3 of group 1",' "which are written out"
unlike "$(cat "$pack")" 'group 9|secret|function' "but those of hidden cases are not"
"$WORKBENCH" run 1 --course "$(dirname "$(dirname "$(dirname "$pack")")")" --device "${devices[0]}" --file "$TMP/right.cl" >"$TMP/out" 2>&1
is "$?" 0 "and judges as the course does"
"$WORKBENCH" run 1 --course "$(dirname "$(dirname "$(dirname "$pack")")")" --device "${devices[0]}" --file "$TMP/twice.cl" >"$TMP/out" 2>&1
is "$?" 1 "wrong ones, too"
tap_finish
