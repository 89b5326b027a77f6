#!/usr/bin/env bash
# Each benchmark runs once with little to do, and where what it times goes wrong it ends with an
# error instead of a figure.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "there is no emulator"
export WORKBENCH_COURSE=$ROOT WORKBENCH_CACHE=$TMP/kernels
cd "$ROOT" || exit 1
opencl=
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && opencl=1

programs=(resident emulator compiler walls ${opencl:+launches})
folder=${BUILD#"$ROOT/"}
make -s BUILD="$folder" "${programs[@]/#/$folder/bench-}" >"$TMP/log" 2>&1
made=$?
ok $made "make builds the benchmarks' programs"
[ $made -eq 0 ] || sed 's/^/# /' "$TMP/log"

# ends WELL PATTERN SENTENCE COMMAND...: with success if WELL is 0, else not, and prints that.
ends() {
  local well=$1 pattern=$2 sentence=$3 code
  shift 3
  "$@" >"$TMP/out" 2>&1
  code=$?
  [ $((code != 0)) -eq "$well" ] && grep -Eq -- "$pattern" "$TMP/out"
  code="$? $code"
  ok "${code% *}" "$sentence"
  [ "${code% *}" -eq 0 ] || sed "1s/^/exit ${code#* }: /; s/^/# /" "$TMP/out"
}
works() { ends 0 "$@"; }
fails() { ends 1 "$@"; }

works '^a save, new .* 0\.3 ' "start measures saves and runs of new and unchanged texts" tests/bench/start --runs 1
works '^matmul 128, tiled ' "run measures kernels, memory and verdicts" tests/bench/run --tiny --skip-oclgrind
works 'network' "shapes lists its shapes" tests/bench/shapes
tests/bench/shapes hash 100 >"$TMP/hash.cl"
works "$TMP/hash.cl\$" "a shape compiles" "$BUILD/bench-compiler" "$TMP/hash.cl"
works '^launch, both .*(least|not granted)' "walls are raised" "$BUILD/bench-walls" 2
right=("$ROOT"/solutions/*-map/accepted.cl)
works '^1 runs of 1 kernels: accepted 1$' "verdicts counts those of a solution" \
  tests/bench/verdicts --runs 1 --jobs 1 --device emulator "${right[0]}"
if python3 -c 'import numpy' 2>/dev/null; then
  works '^on the device .* ms$' "arrays.py measures arrays that stay on a device" \
    env PYTHONPATH=workbench/bindings/python PYTHONDONTWRITEBYTECODE=1 WORKBENCH_LIBRARY="$BUILD/libworkbench.so.1" python3 tests/bench/arrays.py emulator 1 64
else
  skip "NumPy is not installed" "arrays.py measures arrays that stay on a device"
fi
works 'transpose .*[0-9]+%' "graphs.py measures compiled graphs" tests/bench/graphs.py --torch none --tiny --device emulator
for script in vector_add:4096 graph_matmul:32; do
  works 'all are right' "${script%:*}.lua is measured" \
    "$WORKBENCH" bench "tests/bench/${script%:*}.lua" --device emulator --repeats 1 --no-peaks -- "${script#*:}"
done
if [ -n "$opencl" ]; then
  works 'copies of 1 MiB' "launches takes turns with C" "$BUILD/bench-launches" 1 10 1
else
  skip "there is no OpenCL device" "launches takes turns with C"
fi
if [ -d "$BUILD/tests/unit/tui" ]; then
  works 'a kernel runs, 4 keys' "keys are answered while a kernel runs" tests/bench/keys 4 emulator
else
  skip "there are no unit tests: make unit-tests" "keys are answered while a kernel runs"
fi
if command -v oclgrind-kernel >/dev/null; then
  works '^all +1 ' "oclgrind-compare counts what it finds" tests/bench/oclgrind-compare tests/kernels/bounds/*past-end*.cl
else
  skip "oclgrind is not installed" "oclgrind-compare counts what it finds"
fi
if python3 -c 'import torch' 2>/dev/null; then
  works '^64: median: ours' "graph_matmul.py compares with PyTorch" tests/bench/graph_matmul.py --rounds 1 --size 64 --device emulator
else
  skip "PyTorch is not installed" "graph_matmul.py compares with PyTorch"
fi

map=$(basename "$(dirname "${right[0]}")")
wrong=$TMP/solutions/$map/accepted.cl
mkdir -p "${wrong%/*}"
sed 's/10\.0f/SAVE/' "${right[0]}" >"$wrong"
fails 'failed .*: false' "a command that fails is no figure" perl -Itests/bench -MBench -e 'output("false")'
fails 'did not do its work' "nor is one that prints something else" \
  perl -Itests/bench -MBench -e 'like(output("echo", "rejected"), qr/accepted/, "it")'
fails 'there is no puzzle' "a puzzle that is not there is not measured" perl -Itests/bench -MBench -e 'slug("mapp")'
fails 'not accepted' "a save that is not accepted is no figure" \
  "$BUILD/bench-resident" "$ROOT" "$map" "$wrong" "$TMP/save.cl" <<<11
fails 'compile-error 1' "verdicts fails where a right kernel is rejected" \
  tests/bench/verdicts --runs 1 --jobs 1 --device emulator "$wrong"
fails 'SAVE' "a text that does not compile is no figure" "$BUILD/bench-compiler" "$wrong"
fails 'no kernel|not installed' "oclgrind-compare fails where it ran nothing" tests/bench/oclgrind-compare "$TMP/hash.cl"
tap_finish
