# For tests of the pages: source it after tests/tap.sh.
#
# check_page PAGE: carries out what each fenced block of PAGE shows, in the course with a fresh
# home, and compares. One line of the test a block; what differs stands in comments.
# GENERATE=1 writes what was printed into the page. docs/README.md explains the notation.
DOCS=$ROOT/tests/docs

# The pages, below the project's folder.
pages() { (cd "$ROOT" && printf '%s\n' ./*.md docs/*.md | sed 's,^\./,,'); }

# take_part PART: a copy of a course's file or folder, in the session. A page before may have left one.
take_part() {
  local place=$SESSION/home/course/${1##*/} left
  for left in "$TMP/left${1//\//_}".*; do
    mv "$left" "$place" 2>/dev/null && return
  done
  cp -R "$1" "$place"
}

# begin_session COURSE: an empty home beside a copy of the course, where `workbench` and `build/workbench`
# are the program. Pages call the course /home/ada/course. Links in place of a copy would not do: one
# page's link changes the time of a file's status, and another's dialogue says that its spec has changed.
begin_session() {
  SESSION=$(mktemp -d "$TMP/session.XXXXXX")
  PARTS=("$1"/{course.lua,puzzles,kernels,lua,solutions})
  mkdir -p "$SESSION/home/course" "$SESSION/bin"
  local part
  for part in "${PARTS[@]}"; do take_part "$part"; done
  ln -s "$BUILD" "$SESSION/home/course/build"
  ln -s "$WORKBENCH" "$SESSION/bin/workbench"
  touch "$SESSION/begun"
}

# end_session: parts of the course in which nothing was written serve the next page. Its home does not.
end_session() {
  local part place
  for part in "${PARTS[@]}"; do
    place=$SESSION/home/course/${part##*/}
    [ -z "$(find "$place" -cnewer "$SESSION/begun" -print -quit 2>&1)" ] &&
      mv "$place" "$TMP/left${part//\//_}.${SESSION##*.}"
  done
  rm -rf "$SESSION"
}

# in_session COMMANDS: what they print, with both streams as one.
in_session() {
  (cd "$SESSION/home/course" &&
    env -i HOME="$SESSION/home" PATH="$SESSION/bin:$PATH" LC_ALL=C.UTF-8 TERM=dumb NO_COLOR=1 \
      ASAN_OPTIONS=verify_asan_link_order=0 \
      TMPDIR="$TMP" COLUMNS=80 LINES=24 timeout 180 bash -c "$1" 2>&1 </dev/null)
}

# What a session printed as pages show it: with ada's home, and without what the linker warns of in the
# library of a sanitized build.
as_on_pages() {
  sed -e '/libasan.*warning: /d' -e "s,$SESSION/home,/home/ada,g" -e 's/[ ]*$//'
}

# run_console BLOCK: the session as it really goes.
run_console() {
  local line command=''
  while IFS= read -r line; do
    if [ -n "$command" ]; then
      printf '%s\n' "$line"
      command+=$'\n'$line
    elif [[ $line == '$ '* ]]; then
      printf '%s\n' "$line"
      command=${line#'$ '}
    else
      continue
    fi
    [[ $command == *\\ ]] && continue
    in_session "$command"
    command=''
  done < "$1/text"
}

# run_dialogue BLOCK: the same for `workbench --plain`, whose commands stand after its prompts.
# How far a run is depends on how fast the machine is.
run_dialogue() {
  local first
  first=$(head -n 1 "$1/text")
  sed -nE 's/^[0-9]+ [^>]*> (.+)$/\1/p' "$1/text" > "$SESSION/home/script"
  printf '%s\n' "$first"
  in_session "${first#'$ '} --script ~/script" |
    sed -E '/^(Starting|Compiling|Case [0-9]+ of [0-9]+, [0-9]+ percent)\.$/d'
}

# run_screen BLOCK: "WIDTHxHEIGHT" and a script of keys; the screen after the last of them.
run_screen() {
  local size
  size=$(head -n 1 "$1/screen")
  { tail -n +2 "$1/screen"; echo ":save-display $SESSION/home/display"; } > "$SESSION/home/script"
  in_session "COLUMNS=${size%x*} LINES=${size#*x} workbench ui --script ~/script" &&
    sed 's/[ ]*$//' "$SESSION/home/display"
}

# compare_block BLOCK: with $1/actual. What is the same needs no reading of the notation.
compare_block() {
  as_on_pages < "$1/output" > "$1/actual"
  { cmp -s "$1/text" "$1/actual" || perl "$DOCS/page.pl" compare "$1/text" "$1/actual"; } && rm "$1/actual"
}

# check_synopsis BLOCK: each command with the options that its help has, and no other.
check_synopsis() {
  local command bad=0 shown known words
  while read -r command; do
    shown=$(awk -v command="$command" '/^workbench / { here = $2 == command } here' "$1/text" |
      grep -oE -- '--[a-z][a-z-]+' | sort -u)
    known=$(options_of "$command")
    for words in $(choices_of "$command"); do
      grep -qE -- "${words%%=*} (…|${words#*=}(]|$))" <(sed 's/|/\x01/g' "$1/text") || {
        echo "  $command: ${words//$'\x01'/|} is not on the page"
        bad=1
      }
    done
    [ "$shown" = "$known" ] && continue
    diff <(echo "$shown") <(echo "$known") | sed -n "s/^</  $command, only on the page:/p; s/^>/  $command, only in its help:/p"
    bad=1
  done < <(sed -n 's/^workbench \([a-z-]*\).*/\1/p' "$1/text" | sort -u)
  return "$bad"
}

# A file of the session's is what the block says.
put_file() {
  mkdir -p "$(dirname "$SESSION/home/course/$2")" && cp --remove-destination "$1/text" "$SESSION/home/course/$2"
}

# replace_lines BLOCK: "FIRST-LAST of FILE: COMMAND". With the block in their place, COMMAND succeeds.
replace_lines() {
  local rule file range command
  rule=$(cat "$1/replaces")
  range=${rule%% of *} file=${rule#* of }
  file=${file%%: *} command=${rule#*: }
  sed -i -e "${range%-*}{
r $1/text
}" -e "${range/-/,}d" "$SESSION/home/course/$file" && in_session "$command" > "$1/output"
}

# A kernel without another note compiles: what is asked of it then is what its arguments are.
check_kernel() {
  cp "$1/text" "$SESSION/home/block.cl"
  in_session 'workbench emulate ~/block.cl --global 1' > "$1/output"
  ! grep -E 'error:|compile-error' "$1/output"
}

# A piece of a spec is put into one that has everything; a whole one is one.
check_spec() {
  local folder=$SESSION/home/course/puzzles/90-page
  mkdir -p "$folder" && echo "# Page" > "$folder/lesson.md"
  echo '__kernel void page(void) {}' > "$SESSION/home/course/kernels/90-page.cl"
  if grep -q '^return' "$1/text"; then
    cp "$1/text" "$folder/puzzle.lua"
  else
    sed "/FIELDS/{
r $1/text
d
}" "$DOCS/spec.lua" > "$folder/puzzle.lua"
  fi
  in_session 'workbench run page --json 2>/dev/null' > "$1/output"
  perl -MJSON::PP -0777 -e 'my $run = decode_json(<STDIN>);
    exit(!defined $run->{cause} ? 0 : (print("  $run->{detail}\n"), 1))' < "$1/output"
  local result=$?
  rm -r "$folder" "$SESSION/home/course/kernels/90-page.cl"
  return "$result"
}

# json_block BLOCK: the same keys with values of the same types as what is printed, and true ones.
json_block() {
  as_on_pages < "$1/output" > "$1/printed"
  perl "$DOCS/json.pl" sample "$1/text" "$1/printed"
}

# commands_exist BLOCK: what is not run here could be: each command is a file of the project, a
# program of it, a goal of make or a program of this machine.
commands_exist() {
  local line bad=0 words program
  while IFS= read -r line; do
    read -r -a words < <(sed -E 's/ *#.*//; s/(^| )[A-Z_]+=[^ ]*//g; s/^ *sudo //' <<<"$line")
    program=${words[0]:-}
    case $program in
      '') ;;
      make) grep -qE "^([a-z-]+ )*${words[1]:-all}( [a-z-]+)*:" "$ROOT/Makefile" ;;
      build/*) [ -x "$BUILD/${program#build/}" ] ;;
      */*) [ -x "$ROOT/$program" ] ;;
      workbench) : ;;
      apt | brew | dnf | pacman | apk | nix-shell | prove | clinfo | nvidia-smi | gdb | strace | perf | git) : ;;
      *) command -v "$program" > /dev/null ;;
    esac || { echo "  there is no such thing: $line"; bad=1; }
  done < <(sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$1/text" |
    if [ "$(cat "$1/language")" = console ]; then sed -n 's/^\$ //p'; else cat; fi)
  return "$bad"
}

# path_exists PATH: from the project's folder, below workbench/ as text shortens it, or as a program.
path_exists() {
  compgen -G "$ROOT/$1" > /dev/null || [ -x "$BUILD/$1" ] ||
    [ -n "$(find "$ROOT/workbench" -path "*/$1" -print -quit)" ]
}

# paths_exist FILE: every path in it that ends like one of ours is there, and every program.
paths_exist() {
  local path bad=0
  for path in $(grep -oE '[a-z][A-Za-z0-9_.-]*(/[A-Za-z0-9_.-]+)*\.(c|h|lua|sh|t|txt|md)\b|workbench-[a-z]+' "$1" | sort -u); do
    path_exists "$path" || { echo "  there is no $path"; bad=1; }
  done
  return "$bad"
}

# check_block BLOCK: what it is decides what is asked of it.
check_block() {
  local block=$1 language
  language=$(cat "$block/language")
  if [ -e "$block/setup" ]; then
    in_session "set -e; $(cat "$block/setup")" > "$block/output" || { cat "$block/output"; return 1; }
  fi
  if [ -e "$block/not-run" ]; then
    commands_exist "$block"
    return
  fi
  if [ -e "$block/file" ]; then put_file "$block" "$(cat "$block/file")"; return; fi
  if [ -e "$block/replaces" ]; then replace_lines "$block" || { cat "$block/output"; return 1; }; return; fi
  if [ -e "$block/picture" ]; then paths_exist "$block/text"; return; fi
  if [ -e "$block/screen" ]; then run_screen "$block" > "$block/output"; compare_block "$block"; return; fi
  if [ -e "$block/output-of" ]; then
    in_session "$(cat "$block/output-of")" > "$block/output"
    case $language in
      json) json_block "$block" ;;
      *) compare_block "$block" ;;
    esac
    return
  fi
  case $language in
    console) run_console "$block" > "$block/output"; compare_block "$block" ;;
    dialogue) run_dialogue "$block" > "$block/output"; compare_block "$block" ;;
    synopsis) check_synopsis "$block" ;;
    c | opencl) check_kernel "$block" ;;
    lua) check_spec "$block" ;;
    *) echo "  a block of '$language' that nothing checks: see docs/README.md"; return 1 ;;
  esac
}

# course_of PAGE: the course that its examples are about, the repository's own or the small one.
course_of() { if grep -q '^<!-- Small course' "$1"; then echo "$COURSE"; else echo "$ROOT"; fi; }

check_page() {
  local page=$1 folder block said result
  begin_session "$(course_of "$page")"
  folder=$SESSION/blocks
  mkdir "$folder"
  if ! said=$(perl "$DOCS/page.pl" blocks "$page" "$folder" 2>&1); then
    ok 1 "${page#"$ROOT"/} can be read"
    echo "# $said"
    return
  fi
  for block in "$folder"/*/; do
    [ -d "$block" ] || continue
    said=$(check_block "${block%/}")
    result=$?
    ok "$result" "${page#"$ROOT"/}:$(cat "$block/line") is as shown ($(cat "$block/language"))"
    [ "$result" -eq 0 ] || printf '%s\n' "$said" | sed 's/^/# /'
  done
  [ "$tap_count" -gt 0 ] || ok 0 "${page#"$ROOT"/} has no examples"
  if [ -n "${GENERATE:-}" ]; then perl "$DOCS/page.pl" renew "$page" "$folder"; fi
  end_session
}

# choices_of COMMAND: options with a list of words, --format=text|tap; a byte 1 stands for "|".
choices_of() {
  "$WORKBENCH" "$1" --help | sed -n '/^Options$/,/^Options of every command$/p' |
    sed -nE 's/^ *(-., )?(--[a-z-]+) ([a-zA-Z:][a-zA-Z0-9:-]*(\|[a-zA-Z:][a-zA-Z0-9:-]*)+).*/\2=\3/p' | tr '|' '\001'
}

# options_of COMMAND: its own long options, as its help lists them.
options_of() {
  "$WORKBENCH" "$1" --help |
    sed -n '/^Options$/,/^Options of every command$/s/^ *\(-., \)\?\(--[a-z-]*\).*/\2/p' | sort -u
}
