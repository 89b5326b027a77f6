#!/usr/bin/env bash
# Random graphs: fused, unfused and on the CPU's path they give the same, and the emulator finds nothing in
# their kernels, also in those that are made as for GPUs and for CPUs.
#
# SEED=N COUNT=N tries others.
. "$(dirname "$0")/../../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export WORKBENCH_COURSE=$ROOT
SEED=${SEED:-1} COUNT=${COUNT:-12}

# fuzz FIRST SENTENCE OPTION...: COUNT graphs from this seed on.
fuzz() {
  local first=$1 sentence=$2
  shift 2
  (cd "$ROOT/tests/host/graph" && "$WORKBENCH" lua fuzz.lua "$first" "$COUNT" "$@" --device emulator) >"$TMP/out" 2>"$TMP/err"
  is "$?:$(cat "$TMP/err")" "0:" "$sentence"
  like "$(cat "$TMP/out")" "^$COUNT graphs of [0-9]+ operations, 0 of them wrong\$" "all $COUNT of them, from seed $first on"
}

fuzz "$SEED" "random graphs on the emulator" check=one
fuzz $((SEED + 1000)) "random graphs as a GPU would compute them" check=none as=gpu
fuzz $((SEED + 2000)) "random graphs as a CPU would compute them" check=none as=cpu
tap_finish
