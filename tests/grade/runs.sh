# What tests ask of a run of `grade`, which they have as a function: source it after tests/tap.sh.

# refuse SENTENCE PATTERN ARGUMENT...: grade, which may keep its errors in $TMP/err, calls this wrong
# usage and says why.
refuse() {
  local sentence=$1 pattern=$2
  shift 2
  : >"$TMP/err"
  grade "$@" >"$TMP/refused" 2>&1 </dev/null
  is "$?" 2 "$sentence: exit code 2"
  like "$(cat "$TMP/refused" "$TMP/err")" "$pattern" "$sentence: says why"
}

# points RUN: the points of each submission, in the order of ids.
points() { "$WORKBENCH" grade --export csv "$1" 2>/dev/null | cut -d, -f1,8 | LC_ALL=C sort | grep -v '^id,' | tr '\n' ' '; }

# everything RUN: all that a gradebook or a student gets of it.
everything() {
  "$WORKBENCH" grade --export csv "$1" && "$WORKBENCH" grade --export json "$1" &&
    (cd "$1/submissions" && find . -name '*.json' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum)
}
