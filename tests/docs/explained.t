#!/usr/bin/env bash
# The figures in the puzzles' explanations are those that the workbench counts.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
export XDG_CACHE_HOME=$TMP/cache

# figures PUZZLE KERNEL "COUNTER=FIGURE..." EMULATE-ARGUMENT...: the launch counts that much, and
# the explanation says so, in its way of writing numbers.
figures() {
  local puzzle=$1 kernel=$2 wanted=$3 counted="" figure said
  shift 3
  [ "${kernel#/}" != "$kernel" ] || kernel=$ROOT/solutions/$puzzle/$kernel
  "$WORKBENCH" emulate "$kernel" "$@" --stats --json >"$TMP/json" 2>"$TMP/err" ||
    cat "$TMP/err"
  for figure in $wanted; do
    counted+="${counted:+ }${figure%=*}=$(sed -n "s/^ *\"${figure%=*}\": \([0-9]*\),\{0,1\}\$/\1/p" "$TMP/json" | head -n 1)"
    said=$(sed ':a; s/\B[0-9]\{3\}\>/,&/; ta' <<<"${figure#*=}")
    grep -qE "(^|[^0-9,])$said([^0-9,]|,[^0-9]|\$)" "$ROOT/puzzles/$puzzle/explained.md" || counted+=" (not in explained.md)"
  done
  is "$counted" "$wanted" "$puzzle: $(basename "$kernel")"
}

line=(-g 1024 -l 64 --arg 'float[1024]')
figures 01-map accepted.cl "global_transactions=256" "${line[@]}" --arg 'const float[1024]=range'
figures 01-map right/reversed-items.cl "global_transactions=256" "${line[@]}" --arg 'const float[1024]=range'
figures 01-map right/one-item-loops.cl "global_transactions=2048" "${line[@]}" --arg 'const float[1024]=range'

pairs=("${line[@]}" --arg 'const float[1024]=range' --arg 'const float[1024]=range')
figures 02-zip accepted.cl "global_transactions=384 ideal_transactions=384" "${pairs[@]}"
figures 02-zip right/size-and-sign.cl "global_transactions=512" "${pairs[@]}"
figures 02-zip right/through-own-output.cl "global_transactions=640" "${pairs[@]}"

thousand=(-g 1024 -l 64 --arg 'float[1000]' --arg 'const float[1000]=range' --arg uint=1000)
figures 03-guards accepted.cl "branches=32 divergent_branches=1 global_reads=1000 global_transactions=250" "${thousand[@]}"
figures 03-guards right/clamped-read.cl "global_reads=1024 global_transactions=250" "${thousand[@]}"

matrix=(-g "64,64" -l "32,8" --arg 'float[64*64]' --arg 'const float[64*64]=range' --arg uint=64 --arg uint=64)
figures 04-map-2d accepted.cl "global_transactions=1024 ideal_transactions=1024" "${matrix[@]}"
sed 's/get_global_id(0)/get_global_id(9)/; s/get_global_id(1)/get_global_id(0)/; s/get_global_id(9)/get_global_id(1)/' \
  "$ROOT/solutions/04-map-2d/accepted.cl" >"$TMP/swapped.cl"
figures 04-map-2d "$TMP/swapped.cl" "global_transactions=8192" "${matrix[@]}"

shared=(-g 1024 -l 128 --arg 'float[1024]' --arg 'const float[1024]=range' --arg 'local float[128]' --arg uint=1024)
figures 05-shared-memory accepted.cl "local_reads=2040 global_transactions=256 local_bytes=512" "${shared[@]}"
figures 05-shared-memory right/own-value-in-private.cl "local_reads=1016" "${shared[@]}"
figures 05-shared-memory wrong/no-tile.cl "global_transactions=416" "${shared[@]}"

window=(-g 1024 -l 128 --arg 'float[1024]' --arg 'const float[1024]=range' --arg 'const float[7]=range' --arg 'local float[134]')
window+=(--arg uint=1024 --arg uint=7)
figures 06-conv1d accepted.cl "global_reads=8234 global_transactions=487 divergent_branches=8" "${window[@]}"
figures 06-conv1d wrong/no-tile.cl "global_reads=14294 global_transactions=1434" "${window[@]}"
figures 06-conv1d right/weights-in-local.cl "global_reads=1122 global_transactions=271" "${window[@]}"

# of_case PUZZLE KERNEL CASE COUNTER: how much the case counts.
of_case() {
  "$WORKBENCH" run "$1" --file "$ROOT/solutions/$1/$2" --case "$3" --stats --json |
    sed -n "s/^ *\"$4\": \([0-9]*\),\{0,1\}\$/\1/p" | head -n 1
}
is "$(of_case 04-map-2d accepted.cl 2 branches) $(of_case 04-map-2d right/flat-and-back.cl 2 branches)" "8 4" \
  "Map 2D: one guard has half the branches in the second case"
is "$(of_case 06-conv1d accepted.cl 2 max_global_reads) $(of_case 06-conv1d right/weights-in-local.cl 2 max_global_reads)" \
  "6 3" "Conv1d: with local weights a work-item reads half as often in the second case"
tap_finish
