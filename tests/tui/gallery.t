#!/bin/bash
# What the workbench looks like: its screens at four sizes, as text, with their
# colours, without colour, and without UTF-8. Each file of tests/tui/golden/
# gallery-* holds all screens of one size; `cat` shows those with colours in a
# terminal. GENERATE=1 writes them anew: look at them before you commit.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
SIZES="80x24 132x43 60x16 40x12"

# shoot SCREEN: lines of a script that save the screen at every size. Where
# VARIANT is text, the colours are saved beside it.
shoot() {
  for size in $SIZES; do
    echo ":resize $size"
    case $VARIANT in
      text)
        echo ":save-display $TMP/shots/$1-$size.text"
        echo ":save-colors $TMP/shots/$1-$size.color"
        ;;
      monochrome) echo ":save-colors $TMP/shots/$1-$size.monochrome" ;;
      ascii) echo ":save-display $TMP/shots/$1-$size.ascii" ;;
    esac
  done
  echo ":resize 80x24"
  SCREENS+=("$1")
}

# The screens of one variant, each in a state that does not depend on others.
take_all() {
  rm -rf "$TMP/state" "$TMP/work"
  export XDG_STATE_HOME=$TMP/state WORKBENCH_WORK=$TMP/work
  SCREENS=()
  {
    echo ":wait-idle"
    shoot start
    echo "3"
    shoot starter
    echo "6"
    echo ":wait-idle"
    shoot data
    echo "1 Enter"
    shoot lesson
    echo "3 ?"
    shoot help
    echo "Esc 1 f"
    shoot filter
    echo "Esc 2 /"
    echo ":type work"
    shoot search
    echo "Esc : "
    echo ":type re"
    echo "Tab Tab"
    shoot completion
    echo "Esc"
    echo ":list"
    echo ":wait-idle"
    shoot output
  } > "$TMP/gallery-script"
  run_script
  for word in runtime-error wrong-answer compile-error time-limit memory-limit output-limit over-budget \
    security-violation judge-error steps accepted; do
    kernel $word 01-first
    {
      echo ":wait-idle"
      echo "1 r"
      echo ":wait-result"
      [ $word = runtime-error ] && { echo 3; shoot kernel-findings; echo 1; }
      if [ $word = accepted ]; then shoot accepted; fi
      echo "4"
      shoot result-$word
    } > "$TMP/gallery-script"
    run_script
  done
}

run_script() {
  "$WORKBENCH" ui --script "$TMP/gallery-script" || echo "# the script failed"
}

# gather SIZE KIND: one file of all screens, each under its name.
gather() {
  for screen in "${SCREENS[@]}"; do
    echo "==== $screen ===="
    cat "$TMP/shots/$screen-$1.$2"
  done > "$TMP/gallery-$1.$2"
}

check() {
  for size in $SIZES; do
    gather "$size" "$1"
    golden "gallery-$size.$1" "the screens at $size, $2"
  done
}

mkdir -p "$TMP/shots"
unset NO_COLOR
VARIANT=text take_all
SHOWN=("${SCREENS[@]}")
check text "as text"
check color "with colours"
! grep -l $'\033' "$TMP"/shots/*.text
ok $? "text holds no colours"

export NO_COLOR=1
VARIANT=monochrome take_all
check monochrome "without colour"
# Colours are parameters 30 to 47; attributes stay.
! LC_ALL=C grep -lE $'\033\\[[0-9;]*;[34][0-7][;m]' "$TMP"/shots/*.monochrome
ok $? "NO_COLOR leaves attributes alone"
unset NO_COLOR

export LC_ALL=C
VARIANT=ascii take_all
check ascii "without UTF-8"
! grep -l '[^ -~]' "$TMP"/shots/*.ascii
ok $? "a locale without UTF-8 gets ASCII alone"
unset LC_ALL

# What must be seen whatever the size: how to get help and out, and nothing
# wider or longer than the screen.
too_large=0 helpless=0
for shot in "$TMP"/shots/*.text; do
  size=${shot%.text}
  size=${size##*-}
  perl -CSD -ne 'BEGIN { $w = shift } chomp; s/\p{East_Asian_Width: W}/xx/g; s/\p{Mn}//g; die if length > $w' \
    "${size%x*}" "$shot" 2> /dev/null || { too_large=1; echo "# too wide: $shot"; }
  [ "$(wc -l < "$shot")" = "${size#*x}" ] || { too_large=1; echo "# too long: $shot"; }
  tail -n 1 "$shot" | grep -Eq '\? help|Esc |y yes|reset' || { helpless=1; echo "# no way out: $shot"; }
done
is $too_large 0 "no screen is larger than its terminal"
is $helpless 0 "the last line of each says how to get help or out"
is "${#SHOWN[@]}" 22 "all screens were taken"
tap_finish
