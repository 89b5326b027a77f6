# Test Anything Protocol for shell tests: source it, call the checks, and end
# with tap_finish. Tests find the tree through $ROOT and the build through
# $BUILD (default: $ROOT/build); each has an empty folder $TMP of its own. The course is the small
# one that tests/make-course makes, $COURSE; what is about the whole course says $ROOT.
set -u
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=$(cd "$ROOT" && realpath -m "${BUILD:-build}")
WORKBENCH=$BUILD/workbench
COURSE=$BUILD/tests/course
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
export XDG_STATE_HOME=$TMP/state XDG_CACHE_HOME=$TMP/cache XDG_DATA_HOME=$TMP/data XDG_DATA_DIRS=$TMP/share
# Compiled kernels are content-addressed, and all tests share them. Tests of caches unset this.
export WORKBENCH_KERNEL_CACHE=$BUILD/tests/cache WORKBENCH_CACHE_MIB=1024
export WORKBENCH_DRIVER_CACHE=$BUILD/tests/cache/drivers
(umask 077 && mkdir -p "$WORKBENCH_KERNEL_CACHE" "$WORKBENCH_DRIVER_CACHE")
unset WORKBENCH_CACHE
export WORKBENCH_WORK=$TMP/work WORKBENCH_COURSE=$COURSE
export NO_COLOR=1 LC_ALL=C.UTF-8
unset COLORFGBG WORKBENCH_BACKGROUND
# What script and tmux start commands with, whoever runs the tests.
export SHELL=/bin/sh
tap_count=0
tap_failed=0

# ok STATUS SENTENCE: passes where STATUS is 0.
ok() {
  tap_count=$((tap_count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $tap_count - $2"
  else
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $2"
  fi
}

# is GOT EXPECTED SENTENCE
is() {
  [ "$1" = "$2" ]
  ok $? "$3"
  [ "$1" = "$2" ] || { echo "#      got: $1"; echo "# expected: $2"; }
}

# has_line TEXT PATTERN: whether a line does, as grep -E has it. Of a short text without a process for it.
has_line() {
  local rest=$1$'\n' line
  [[ '' =~ $2 ]]
  if [ $? -eq 2 ] || [[ $2 == *$'\n'* ]] || [ ${#1} -gt 4000 ]; then
    grep -Eq -- "$2" <<<"$1"
    return
  fi
  while [ -n "$rest" ]; do
    line=${rest%%$'\n'*} rest=${rest#*$'\n'}
    [[ ! $line =~ $2 ]] || return 0
  done
  return 1
}

# like TEXT PATTERN SENTENCE: PATTERN is an extended regular expression.
like() {
  has_line "$1" "$2"
  local found=$?
  ok $found "$3"
  [ $found -eq 0 ] || { echo "# no /$2/ in:"; sed 's/^/#   /' <<<"$1"; }
}

# unlike TEXT PATTERN SENTENCE
unlike() {
  ! has_line "$1" "$2"
  local absent=$?
  ok $absent "$3"
  [ $absent -eq 0 ] || { echo "# found /$2/ in:"; sed 's/^/#   /' <<<"$1"; }
}

# retell FILE [WORDS]: the checks that a program has printed as TAP are ours, their sentences with WORDS.
retell() {
  local result number name
  while read -r result number name; do
    case $result in
    ok) ok 0 "${name#- }${2:-}" ;;
    not) ok 1 "${name#* - }${2:-}" ;;
    1..*) ;;
    *) echo "$result $number $name" ;;
    esac
  done <"$1"
}

# skip REASON SENTENCE: one test that cannot run here.
skip() {
  tap_count=$((tap_count + 1))
  echo "ok $tap_count - $2 # SKIP $1"
}

# skip_all REASON: for a file none of which can run here.
skip_all() {
  echo "1..0 # SKIP $1"
  exit 0
}

# wait_until COMMAND...: asked often until it succeeds; fails after 180 seconds.
# For what another process does in its own time.
wait_until() {
  local end=$((SECONDS + 180))
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.05
  done
}

tap_finish() {
  echo "1..$tap_count"
  [ "$tap_failed" -eq 0 ]
}
