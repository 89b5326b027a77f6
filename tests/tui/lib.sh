# For tests of the screen: source it after tests/tap.sh.
#
# fake_course: the course and the judge of these tests, so that screens do not
# change with the real puzzles, and verdicts come without a compiler.
# press FILE…: runs the script on standard input in a workbench without a terminal.
# shown NAME: what a script has saved as $TMP/NAME.
# meanwhile COMMAND…: runs it beside a workbench, once that has saved $TMP/there.
# golden NAME SENTENCE: compares $TMP/NAME with tests/tui/golden/NAME; GENERATE=1 writes it. For the
# gallery, and for screens that are next to nothing.
# widget NAME SENTENCE: the same without the title and the last two lines, the message and the key
# hints, which other tests look at: so that a new key changes no picture.
GOLDEN=$ROOT/tests/tui/golden

fake_course() {
  export WORKBENCH_COURSE=$ROOT/tests/tui/course WORKBENCH_LIBEXEC=$ROOT/tests/tui/judge
  # Nothing is run that walls stand around, and screens do not tell what the machine grants.
  export WORKBENCH_WALLS=landlock,seccomp
}

# kernel WORD SLUG: a learner's file that the fake judge answers WORD to.
kernel() {
  mkdir -p "$WORKBENCH_WORK"
  cat > "$WORKBENCH_WORK/$2.cl" <<END
// judge: $1
__kernel void first(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = a[i] + 1.0f;
  tile[i] = 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[i + 1];
}
END
}

# An editor that writes such a kernel: editor WORD.
editor() {
  {
    echo '#!/bin/bash'
    echo "sed -i '1i // judge: $1' \"\${!#}\""
  } > "$TMP/editor"
  chmod +x "$TMP/editor"
  export VISUAL= EDITOR=$TMP/editor
}

press() {
  cat > "$TMP/script"
  "$WORKBENCH" ui --script "$TMP/script" "$@"
}

shown() { cat "$TMP/$1"; }

meanwhile() {
  rm -f "$TMP/there"
  (wait_until test -s "$TMP/there"; "$@") > /dev/null 2>&1 &
}

# Times differ from run to run; nothing else may.
normalise() {
  sed -E "s/[0-9]+ ms/N ms/; s/[0-9]+\.[0-9] s/N s/; s|$TMP|TMP|g; s/[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/MM-DD hh:mm/" "$1"
}

compare_golden() {
  if [ -n "${GENERATE:-}" ]; then cp "$TMP/$1.normal" "$GOLDEN/$1"; fi
  diff -u "$GOLDEN/$1" "$TMP/$1.normal" > "$TMP/diff" 2>&1
  local same=$?
  ok $same "$2"
  [ $same -eq 0 ] || sed 's/^/# /' "$TMP/diff"
}

golden() {
  normalise "$TMP/$1" > "$TMP/$1.normal" 2> /dev/null
  compare_golden "$1" "$2"
}

widget() {
  normalise "$TMP/$1" 2> /dev/null | sed '1d' | head -n -2 > "$TMP/$1.normal"
  compare_golden "$1" "$2"
}
