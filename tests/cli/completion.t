#!/usr/bin/env bash
# Completion in shells and the manual page: both from the command table.
. "$(dirname "$0")/../tap.sh"
export PATH=$BUILD:$PATH
commands=$("$WORKBENCH" help | sed -n '/^Learning/,/^Options/s/^  \([a-z][a-z-]*\) .*/\1/p')

"$WORKBENCH" completion tcsh >/dev/null 2>"$TMP/err"
is "$?" 2 "a shell that is not known exits with 2"
like "$(cat "$TMP/err")" 'bash, zsh and fish' "and those that are are named"
"$WORKBENCH" completion >/dev/null 2>&1
is "$?" 2 "a shell must be named"

# ---- bash ------------------------------------------------------------------------
"$WORKBENCH" completion bash >"$TMP/workbench.bash"
bash -n "$TMP/workbench.bash"
ok $? "bash can read its completion"
# complete WORD...: what bash offers for the last of the words.
complete_bash() {
  bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _workbench "$1"
    printf "%s\n" "${COMPREPLY[@]}"' - "$TMP/workbench.bash" "$@" 2>&1
}
is "$(complete_bash workbench '' | sort)" "$(sort <<<"$commands")" "all commands are offered"
is "$(complete_bash workbench wat)" watch "a command is completed"
like "$(complete_bash workbench run --sch)" '^--schedule$' "an option is completed"
like "$(complete_bash workbench run --)" '^--course$' "global options are, too"
unlike "$(complete_bash workbench list --)" '^--schedule$' "others' options are not"
is "$(complete_bash workbench check-all --format t | tr '\n' ' ')" "text tap " "choices are offered"
is "$(complete_bash workbench check-all --format = t | tr '\n' ' ')" "text tap " "behind =, too"
like "$(complete_bash workbench run 0)" '^01-map$' "puzzles are offered"
is "$(complete_bash workbench run m | tr '\n' ' ')" "map map-2d " "by their names, too"
is "$(complete_bash workbench rename m | tr '\n' ' ')" "map map-2d " "also as the first of two operands"
is "$(complete_bash workbench glossary work | tr '\n' ' ')" "work-item work-group " "words of the glossary are offered"
is "$(complete_bash workbench glossary barrier d)" divergence "and of several the next"
is "$(complete_bash workbench run --schedule = shuffle : | tr '\n' ' ')" "1 " "a colon is no end of a word"
is "$(complete_bash workbench --color al)" always "options may stand before the command"
is "$(complete_bash workbench --color always run guar)" guards "and its operand is completed all the same"
mkdir -p "$TMP/course/puzzles/07-own" "$TMP/course/kernels"
touch "$TMP/course/puzzles/07-own/puzzle.lua"
is "$(complete_bash workbench run --course "$TMP/course" o)" own "of the course that is named"
printf '## nap\n\nA short sleep.\n' >"$TMP/course/puzzles/glossary.md"
is "$(complete_bash workbench glossary --course "$TMP/course" '')" nap "the words are that course's, too"
touch "$TMP/one.cl"
like "$(complete_bash workbench emulate "$TMP/on")" 'one\.cl$' "files are offered"
like "$(complete_bash workbench lua "$TMP/on")" 'one\.cl$' "of a host program, too"
like "$(complete_bash workbench emulate -I "$TMP")" "^$TMP$" "folders are offered"

# ---- fish and zsh -----------------------------------------------------------------
"$WORKBENCH" completion fish >"$TMP/workbench.fish"
"$WORKBENCH" completion zsh >"$TMP/_workbench"
if command -v fish >/dev/null; then
  complete_fish() { fish --no-config -c "source $TMP/workbench.fish; complete -C '$1'" | cut -f1; }
  is "$(complete_fish 'workbench wat')" watch "fish completes a command"
  like "$(complete_fish 'workbench run --sch')" '^--schedule$' "fish completes an option"
  like "$(complete_fish 'workbench run 0')" '^01-map$' "fish offers puzzles"
  like "$(complete_fish 'workbench check-all --format t')" '^tap$' "fish offers choices"
  like "$(complete_fish 'workbench check-all --format=t')" '^--format=tap$' "behind =, too"
  is "$(complete_fish 'workbench run sh')" shared-memory "fish offers names of puzzles"
  is "$(complete_fish 'workbench glossary barrier d')" divergence "fish offers words of the glossary"
  like "$(complete_fish "workbench emulate $TMP/on")" 'one\.cl$' "fish offers files"
else
  skip "fish is not here" "fish completes"
fi
if command -v zsh >/dev/null; then
  zsh -n "$TMP/_workbench"
  ok $? "zsh can read its completion"
  cat >"$TMP/drive.zsh" <<'END'
zmodload zsh/zpty
zpty shell 'PS1= TERM=dumb zsh -f -i'
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -d $1/dump"
zpty -w shell "zstyle ':completion:*' list-prompt ''; PS1='ready'; unset zle_bracketed_paste"
zpty -w shell 'echo started'
zpty -r -m shell seen '*started*started*'
# Ctrl-T, which comes after what Tab does, shows the line.
zpty -w shell 'show() { print -rn -- "<$BUFFER>" }; zle -N show; bindkey ^T show'
zpty -w -n shell "$2"$'\t\t\x14'
zpty -r -m shell seen '*<workbench*>*'; print -r -- "${seen##*<}"
END
  complete_zsh() { timeout 180 zsh -f "$TMP/drive.zsh" "$TMP" "$1" 2>&1 | tr -d '\r\a'; }
  like "$(complete_zsh 'workbench wat')" 'workbench watch' "zsh completes a command"
  like "$(complete_zsh 'workbench check-all --form')" '--format' "zsh completes an option"
  like "$(complete_zsh 'workbench check-all --format=ta')" '--format=tap' "zsh completes a value behind ="
  like "$(complete_zsh 'workbench run shar')" 'run shared-memory' "zsh completes a puzzle's name"
  like "$(complete_zsh 'workbench glossary barrier d')" 'barrier divergence' "zsh completes a word of the glossary"
  like "$(complete_zsh "workbench emulate $TMP/on")" 'one\.cl' "zsh completes a file"
else
  skip "zsh is not here" "zsh completes"
fi

# ---- the manual page ----------------------------------------------------------------
"$WORKBENCH" help --man >"$TMP/workbench.1"
is "$?" 0 "help --man succeeds"
page=$(cat "$TMP/workbench.1")
like "$page" '^\.TH WORKBENCH 1' "it is a page of section 1"
for command in $commands; do
  grep -Fqx ".SS ${command//-/\\-}" <<<"$page"
  ok $? "it describes $command"
done
like "$page" '^\.SH EXIT STATUS' "it tells the exit codes"
if command -v man >/dev/null && command -v groff >/dev/null; then
  text=$(MANWIDTH=80 man -l "$TMP/workbench.1" 2>"$TMP/err" | col -b)
  is "$(cat "$TMP/err")" "" "man formats it without complaint"
  like "$text" '--max-findings N' "options are as one types them"
  like "$text" "--arg 'float\[64\]=range'" "examples, too"
else
  skip "man is not here" "man formats it"
fi

# ---- installed ------------------------------------------------------------------------
(umask 077 && make -s -C "$ROOT" install-files BUILD="$BUILD" DESTDIR="$TMP/root" PREFIX=/usr) >"$TMP/log" 2>&1
is "$?" 0 "make install succeeds"
unreadable=$(find "$TMP/root/usr" -not -perm -444 -o -type d -not -perm -555)
is "$unreadable" "" "everybody may read what it installs, though umask is 077"
[ -x "$TMP/root/usr/libexec/workbench/workbench-judge" ] && [ ! -x "$TMP/root/usr/share/workbench/puzzles/01-map/puzzle.lua" ]
ok $? "programs may be run, puzzles not"
share=$TMP/root/usr/share
for file in man/man1/workbench.1 bash-completion/completions/workbench \
  zsh/site-functions/_workbench fish/vendor_completions.d/workbench.fish; do
  [ -s "$share/$file" ]
  ok $? "it installs $file"
done
(cd "$TMP" && env -u WORKBENCH_COURSE -u WORKBENCH_WORK HOME="$TMP/home" "$TMP/root/usr/bin/workbench" show map) >/dev/null 2>&1
ls "$TMP"/home/gpu-workbench/[0-9][0-9]-map.cl >/dev/null 2>&1
ok $? "learners' files are kept out of what is installed, whoever may write there"
mkdir -p "$share/workbench/work" && echo mine >"$share/workbench/work/mine.cl"
uninstall() { make -s -C "$ROOT" uninstall BUILD="$BUILD" DESTDIR="$TMP/root" PREFIX=/usr >"$TMP/log" 2>&1; }
uninstall
is "$(find "$TMP/root" -type f)" "$share/workbench/work/mine.cl" "make uninstall removes nothing that it did not install"
rm -r "$share/workbench/work"
uninstall
is "$(find "$TMP/root" -type f -o -name workbench)" "" "make uninstall leaves nothing"
tap_finish
