# For tests of the dialogue: source it after tests/tap.sh and tests/tui/lib.sh.
#
# talk ARGUMENT…: a dialogue with the commands on standard input, as text.
# transcript NAME: compares the dialogue of the commands on standard input with
# tests/plain/golden/NAME; GENERATE=1 writes it.
GOLDEN=$ROOT/tests/plain/golden

talk() { "$WORKBENCH" --plain "$@" 2>&1; }

transcript() {
  cat > "$TMP/script"
  "$WORKBENCH" ui --plain --script "$TMP/script" > "$TMP/$1" 2> "$TMP/$1.errors"
  is "$?:$(cat "$TMP/$1.errors")" "0:" "$2: no line was refused"
  # How far a run is depends on how fast the machine is, and which walls stand, on the machine.
  perl -0pi -e 's/^Attention: Kernels run without [^)]*\)\.\n//m; s/,\swithout [^)]*\)\././g' "$TMP/$1"
  sed -E "/^(Starting|Compiling|Case [0-9]+ of [0-9]+, [0-9]+ percent)\.$/d; s/in [0-9]+ milliseconds/in N milliseconds/; s/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{5}/DATE/" "$TMP/$1" > "$TMP/$1.normal"
  if [ -n "${GENERATE:-}" ]; then cp "$TMP/$1.normal" "$GOLDEN/$1"; fi
  diff -u "$GOLDEN/$1" "$TMP/$1.normal" > "$TMP/diff" 2>&1
  local same=$?
  ok $same "$2"
  [ $same -eq 0 ] || sed 's/^/# /' "$TMP/diff"
}
