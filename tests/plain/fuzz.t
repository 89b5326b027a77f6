#!/bin/bash
# Random dialogues: whatever is typed, the dialogue ends by itself, says no control
# character, and (in a build with sanitizers) touches no memory that is not its own.
# FUZZ_ROUNDS=N and FUZZ_SEED=N make it longer and repeat one.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
cp -r "$WORKBENCH_COURSE" "$TMP/course" # for commands that write into the course
export WORKBENCH_COURSE=$TMP/course
cd "$TMP" || exit 1
rounds=${FUZZ_ROUNDS:-12}
seed=${FUZZ_SEED:-$((RANDOM * 32768 + RANDOM))}
printf '#!/bin/bash\nsed -i "1i // judge: $(shuf -n 1 %s/words)" "${!#}"\n' "$TMP" > "$TMP/editor"
chmod +x "$TMP/editor"
export VISUAL= EDITOR=$TMP/editor
printf '%s\n' accepted compile-error runtime-error wrong-answer time-limit dies judge-error > "$TMP/words"
names=$("$WORKBENCH" --plain <<<"help all" | sed -En 's/^([a-z]+)( [^:]*)?: .*/\1/p' | grep -Ev '^(emulate|cache|completion|doctor)$' | tr '\n' ' ')

# A line: a command or the start of one, and arguments that may be nonsense.
lines() {
  awk -v seed="$1" -v names="$names" '
    function pick(list, n) { return list[1 + int(rand() * n)] }
    BEGIN {
      srand(seed)
      n = split(names, name, " ")
      m = split("1 2 3 0 -1 99999999999999999999 all next previous yes no spoil solution out[3] out[-1] a [ ] (1,2,3) 1,2,3,4 " \
                "solved wide first ''quoted \"open end back 4294967296 5-7 7-5 emulator --yes %s%n%s", word, " ")
      for (i = 0; i < 60; i++) {
        line = pick(name, n)
        if (rand() < 0.2) line = substr(line, 1, 1 + int(rand() * length(line)))
        while (rand() < 0.5) line = line " " pick(word, m)
        if (rand() < 0.05) line = ""
        if (rand() < 0.1) for (k = int(rand() * 30); k > 0; k--) line = line sprintf("%c", 1 + int(rand() * 254))
        if (line ~ /^ *(quit|exit|bye|q)/) line = "yes"
        print line
      }
    }'
}

for round in $(seq "$rounds"); do
  lines $((seed + round)) > "$TMP/lines"
  LC_ALL=$([ $((round % 2)) = 0 ] && echo C || echo C.UTF-8) COLUMNS=$((round * 7 % 100)) \
    timeout 600 "$WORKBENCH" ui --plain --device emulator < "$TMP/lines" > "$TMP/out" 2> "$TMP/err"
  code=$?
  { [ $code -le 1 ] && ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$TMP/out" && ! grep -q Sanitizer "$TMP/err"; }
  ok $? "round $round of seed $seed"
  [ $code -le 1 ] || { echo "# exit code $code"; tail -n 20 "$TMP/err" | sed 's/^/# /'; tail -n 3 "$TMP/out" | sed 's/^/# /'; }
done
tap_finish
