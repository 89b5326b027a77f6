#!/usr/bin/env bash
# The figures that the explanations of puzzles tell are those that the emulator counts.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

# counter NAME: of the launch in $TMP/json.
counter() { grep -o "\"$1\": *[0-9]*" "$TMP/json" | head -1 | grep -o '[0-9]*$'; }

# grouped N: 1,024.
grouped() { sed ':a; s/\([0-9]\)\([0-9]\{3\}\)\b/\1,\2/; ta' <<<"$1"; }

# tells PUZZLE KERNEL COUNTERS LAUNCH...: the puzzle's explanation has each counter's figure.
tells() {
  "$WORKBENCH" emulate "$ROOT/solutions/$1/$2.cl" --stats --json "${@:4}" >"$TMP/json"
  for name in $3; do
    figure=$(counter "$name")
    tr '\n' ' ' <"$ROOT/puzzles/$1/explained.md" | grep -Eq "(^|[^0-9,])$(grouped "${figure:-missing}")([^0-9,]|$)"
    ok $? "$1: $name of $2 is $(grouped "$figure")"
  done
}

input='const float[1024]=range'
map=(-g 1024 -l 64 -a 'float[1024]' -a "$input")
for kernel in accepted right/reversed-items right/one-item-loops; do
  tells 01-map $kernel global_transactions "${map[@]}"
done
for kernel in accepted right/size-and-sign right/through-own-output; do
  tells 02-zip $kernel global_transactions "${map[@]}" -a "$input"
done
guards=(-g 1024 -l 64 -a 'float[1000]' -a 'const float[1000]=range' -a uint=1000)
tells 03-guards accepted 'branches divergent_branches global_transactions' "${guards[@]}"
tells 03-guards right/clamped-read 'global_reads global_transactions' "${guards[@]}"
matrix=(-g '64,64' -l '32,8' -a 'float[4096]' -a 'const float[4096]=range' -a uint=64 -a uint=64)
tells 04-map-2d accepted 'global_transactions ideal_transactions' "${matrix[@]}"
tells 04-map-2d wrong/swapped-ids global_transactions "${matrix[@]}"
tile=(-g 1024 -l 128 -a 'float[1024]' -a "$input" -a 'local float[128]' -a uint=1024)
tells 05-shared-memory accepted 'local_reads global_transactions local_bytes' "${tile[@]}"
tells 05-shared-memory right/own-value-in-private local_reads "${tile[@]}"
tells 05-shared-memory wrong/no-tile global_transactions "${tile[@]}"
halo=(-g 1024 -l 128 -a 'float[1024]' -a "$input" -a 'const float[7]=ones' -a 'local float[134]' -a uint=1024 -a uint=7)
tells 06-conv1d accepted 'global_reads global_transactions divergent_branches' "${halo[@]}"
tells 06-conv1d right/weights-in-local 'global_reads global_transactions' "${halo[@]}"
tells 06-conv1d wrong/no-tile 'global_reads global_transactions' "${halo[@]}"
tap_finish
