#!/bin/bash
# Screens as text, compared with tests/tui/golden; GENERATE=1 writes those anew.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course

press <<END
:wait-idle
:save-display $TMP/start-80x24
:resize 120x36
:save-display $TMP/start-120x36
:resize 40x12
:save-display $TMP/start-40x12
:resize 20x6
:save-display $TMP/start-20x6
:resize 200x60
:save-display $TMP/start-200x60
:resize 3x2
:save-display $TMP/start-3x2
:resize 80x24
Enter
:save-display $TMP/lesson-80x24
j
n
:save-display $TMP/wide-characters-80x24
+
:resize 40x20
:save-display $TMP/wide-characters-40x20
:resize 100x44
+
?
:save-display $TMP/help-100x44
END
ok $? "a script of keys needs no terminal"
widget start-80x24 "at 80x24 the list stands over the lesson, under tabs"
like "$(cat "$TMP/start-120x36")" '1 Puzzles .*3 Kernel' "from 85 columns on all panes show"
golden start-40x12 "40x12 shows one pane"
golden start-20x6 "20x6 still shows the list"
like "$(cat "$TMP/start-200x60")" '1 Puzzles .*3 Kernel' "200x60 is used"
golden start-3x2 "3x2 does not break"
like "$(cat "$TMP/lesson-80x24")" '\[2 Lesson\]' "Enter opens the lesson"
widget wide-characters-80x24 "wide and combining characters keep their columns"
widget wide-characters-40x20 "and wrap where they must"
like "$(cat "$TMP/help-100x44")" 'Keys of this pane, Lesson' "? lists the keys"

kernel runtime-error 01-first
press 1 <<END
:resize 110x36
:wait-idle
r
:wait-result
:save-display $TMP/findings-110x36
4
j j j
:save-display $TMP/finding-chosen-110x36
] ]
:save-display $TMP/race-other-110x36
3
:resize 80x24
:save-display $TMP/findings-80x24
:resize 70x4
:save-display $TMP/line-70x4
:
:type line
:save-display $TMP/line-prompt
END
widget findings-110x36 "findings stand on their lines and in words"
like "$(cat "$TMP/finding-chosen-110x36")" '>✗ 4 ' "a finding that is chosen shows its line"
like "$(cat "$TMP/race-other-110x36")" '>○ 7 ' "the other access of a race is marked too"
golden line-70x4 "below 20x5 one line says which puzzle it is and how it stands"
like "$(cat "$TMP/line-prompt")" "^:line" "where commands can still be typed"
like "$(cat "$TMP/findings-80x24")" '>○ 7 +out\[i\] = tile' "at 80x24 the kernel stands over the result"

WORKBENCH_WALLS=seccomp press <<END
:wait-idle
:save-display $TMP/no-landlock-80x24
:resize 44x24
:save-display $TMP/no-landlock-44x24
:resize 120x36
:save-display $TMP/no-landlock-120x36
END
like "$(cat "$TMP/no-landlock-80x24")" "without the sandbox's wall Landlock" "a wall that is missing is named in the title and, once, in a sentence"
like "$(head -1 "$TMP/no-landlock-44x24")" 'no Landlock$' "also where the device has no room"
like "$(head -1 "$TMP/no-landlock-120x36")" 'no Landlock  device: emulator$' "and beside it where it has"
press --sandbox=off <<END
:save-display $TMP/no-sandbox
END
like "$(head -1 "$TMP/no-sandbox")" 'no sandbox$' "so is a sandbox that was switched off"
unlike "$(head -1 "$TMP/start-80x24")" 'no (sandbox|Landlock|seccomp)' "nothing is said where all walls stand"

kernel wrong-answer 01-first
press 1 <<END
:resize 110x50
:wait-idle
r
:wait-result
:save-display $TMP/wrong-answer-110x50
END
widget wrong-answer-110x50 "expected and got stand side by side, the first mismatch marked"

kernel compile-error 01-first
press 1 <<END
:resize 110x36
:wait-idle
r
:wait-result
:save-display $TMP/compile-error-110x36
END
like "$(cat "$TMP/compile-error-110x36")" "\^ use of undeclared identifier 'b'" "compile errors stand on their lines"

kernel judge-error 01-first
press 1 <<END
:wait-idle
r
:wait-result
4
:save-display $TMP/judge-error-80x24
END
like "$(cat "$TMP/judge-error-80x24")" 'No device is called "x"; workbench devices lists them' "a judge error says what to do"

kernel accepted 01-first
press 1 <<END
:resize 110x36
:wait-idle
r
:wait-result
:save-display $TMP/accepted-110x36
s
:save-display $TMP/solution-110x36
END
like "$(cat "$TMP/accepted-110x36")" 'Then +n next puzzle: 02' "success is shown, and how to go on"
like "$(cat "$TMP/solution-110x36")" 'From your kernel to our solution' "s shows the solution once it is solved"

LC_ALL=C press 1 <<END
:resize 110x36
:wait-idle
r
:wait-result
:save-display $TMP/ascii-110x36
END
like "$(cat "$TMP/ascii-110x36")" '- 3 Kernel - work/01-first.cl -' "without UTF-8 the screen is ASCII"
! LC_ALL=C grep -q '[^ -~]' "$TMP/ascii-110x36"
ok $? "and holds no other byte"

# ---- help ----
press 1 <<END
:resize 100x40
:wait-idle
3 ?
:save-display $TMP/help-of-kernel
/
:type BUDGET
:save-display $TMP/help-searched
Enter
:save-display $TMP/help-found
Esc
:save-display $TMP/help-again
/
:type nothing like it
:save-display $TMP/help-nothing
Esc Esc
:save-display $TMP/help-closed
4 ?
:save-display $TMP/help-of-result
Esc
:save-display $TMP/tabs
:resize 80x18
2 +
:save-display $TMP/alone
+
1
:save-display $TMP/beside
END
like "$(shown tabs)" "═ 4 Result ═+ 5 Trace  6 Data ═" "a wide screen names the panes that take the result's place, too"
like "$(shown alone)" "2 Lesson .* 1-[0-9]+/[0-9]+ ═$" "a title says which rows of how many are seen"
unlike "$(shown alone)" "─ 3 Kernel ─|─ 1 Puzzles ─" "+ gives a pane the screen"
like "$(shown beside)" "═ 1 Puzzles ═" "and + again shows the others"
like "$(sed -n 2,3p "$TMP/help-of-kernel")" "Keys of this pane, Kernel" "help begins with the keys of the pane"
like "$(sed -n 3,5p "$TMP/help-of-kernel")" "^  i +edit, in the pane +\] \[ +next, previous finding" "which are those of the kernel there"
like "$(sed -n 2,9p "$TMP/help-of-result")" "^  y +versions that were judged" "and those of the result here"
like "$(tail -n 2 "$TMP/help-searched")" "^/BUDGET" "/ searches the help"
is "$(sed -n '2,$p' "$TMP/help-found" | grep -c '^  [^ ]')" 1 "and shows the lines that have the word"
like "$(shown help-found)" "^  c +what the kernel cost, beside the budget" "in small letters, too"
is "$(shown help-again)" "$(shown help-of-kernel)" "Esc shows all again"
like "$(shown help-nothing)" 'Nothing here has "nothing like it"' "what is not there is said to be so"
like "$(tail -n 1 "$TMP/help-closed")" "\\+ zoom" "closed, and + is among the keys of the status bar"

# ---- the page of keys is one screen, whatever pane is chosen; the menu has the rest ----
{
  echo ':resize 80x24' && echo ':wait-idle' && echo r && echo ':wait-result' && echo ':wait-idle'
  for pane in 1 2 3 4 5 6; do
    printf '%s\n?\n:save-display %s\nEsc\n' $pane "$TMP/keys-of-$pane"
  done
} > "$TMP/keys.script"
press 1 < "$TMP/keys.script"
for pane in 1 2 3 4 5 6; do
  like "$(sed -n '2,$p' "$TMP/keys-of-$pane" | head -n 21)" "^  .*  Ctrl-C +cancel; twice: quit" "the keys of pane $pane are on one screen of 80x24"
  is "$(tr -d '…═' < "$TMP/keys-of-$pane" | LC_ALL=C grep -c '[^ -~]')" 0 "and none is cut"
done
like "$(shown keys-of-5)" "^  l h +next step, step before +Enter +point" "those of the trace are where they mean something"
unlike "$(shown keys-of-5)" "up, down" "and keys that mean something else there are not told of"
press 1 <<END
:resize 80x24
:wait-idle
m
:save-display $TMP/menu
j j j j
:save-display $TMP/menu-moved
Enter
:save-display $TMP/menu-chosen
:type cuda
Enter
:wait-idle
:save-display $TMP/menu-done
m G k
:save-display $TMP/menu-end
Enter
END
is $? 0 "the menu's last line but one, :quit, quits"
like "$(shown menu)" "^> :list +list the puzzles" "m is a menu of what has no key"
like "$(shown menu)" ":previous-match +previous match" "such as what was a key once"
unlike "$(shown menu)" ":run|:hint" "and not of what has one"
like "$(shown menu-moved)" "^> :from LANGUAGE" "j chooses"
like "$(tail -n 2 "$TMP/menu-chosen")" "^:from $|^:from" "Enter puts a name that needs more after :"
unlike "$(shown menu-done)" "no command" "where the rest is typed"
like "$(shown menu-end)" "^> :quit" "and the menu has quit"

# ---- lists beside the kernel ----
press 1 <<END
:resize 132x36
:wait-idle
3 y
:wait-idle
:save-display $TMP/history-beside
Esc
:device
:wait-idle
:save-display $TMP/devices-beside
:resize 80x24
:save-display $TMP/devices-alone
END
like "$(shown history-beside)" "3 Kernel" "where there is room the history leaves the kernel on the screen"
like "$(shown history-beside)" "├═ History of First" "and takes the place of the result"
like "$(shown devices-beside)" "├═ Devices: Enter chooses" "and so do the devices"
unlike "$(shown devices-alone)" "3 Kernel" "on a small screen they have it alone"

# ---- light terminals ----
colors() {
  NO_COLOR='' press 1 <<END
:resize 110x36
:wait-idle
r
:wait-result
:save-colors $TMP/colors
?
:save-colors $TMP/more-colors
END
  cat "$TMP/colors" "$TMP/more-colors"
}
bright='\[0(;[0-9]+)*;3[236](;[0-9]+)*m' # green, yellow and cyan of the first eight as they are
like "$(colors)" "$bright" "on a dark background colours are bright"
unlike "$(WORKBENCH_BACKGROUND=light colors)" "$bright" "on a light one none of them is"
like "$(WORKBENCH_BACKGROUND=light colors)" ';38;5;94m' "but what was yellow is brown"
unlike "$(COLORFGBG='0;default;15' colors)" "$bright" "a terminal that says that it is white is light"
like "$(COLORFGBG='15;0' colors)" "$bright" "one that says that it is black is not"
like "$(COLORFGBG='0;15' WORKBENCH_BACKGROUND=dark colors)" "$bright" "what the person says counts"
like "$("$WORKBENCH" help ui)" "--background dark.light" "the option is in the help"

# All that is golden is written anew together.
[ -z "${GENERATE:-}" ] || for other in gallery trace; do
  "$ROOT/tests/tui/$other.t" | grep '^not ok' | sed 's/^/# /'
done
tap_finish
