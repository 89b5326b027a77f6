#!/usr/bin/env bash
# The screen and the dialogue with several courses: the list, going to another, and who is asked.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/courses.sh"
unset WORKBENCH_COURSE WORKBENCH_WORK
export HOME=$TMP/home LINES=24 COLUMNS=100
courses=$XDG_DATA_HOME/workbench/courses
mkdir -p "$HOME" "$courses"
cd "$HOME" || exit 1
press <<END
:wait-idle
:save-display $TMP/alone
END
unlike "$(shown alone)" 'Courses:' "with one course there is nothing to choose"

small_course "$courses/one" one "The first"
small_course "$courses/two" two "The second"
press <<END
:wait-idle
:save-display $TMP/asked
j
j
Enter
:wait-idle
:course
:wait-idle
:save-display $TMP/second
Esc
:course one
:wait-idle
:save-display $TMP/first
:course nowhere
:wait-idle
:save-display $TMP/nowhere
:course one
:save-display $TMP/same
:q
END
is "$?" 0 "going from course to course is no failure"
like "$(shown asked)" 'Courses: Enter opens one' "with several, none of which was chosen, the list comes first"
like "$(shown asked)" '> .*\(open\)|> ' "and the cursor is on it"
like "$(shown second)" 'The second: .*two' "Enter opens one"
like "$(shown second)" '> two' "which stands first in the list from then on"
like "$(shown first)" '0 of 1 solved' ":course opens one by its name"
like "$(shown nowhere)" 'there is no folder or archive nowhere|no course nowhere' "one that is not there leaves this one open"
like "$(shown same)" 'This course is open' "the one that is open is not opened again"
press <<END
:wait-idle
:save-display $TMP/again
END
unlike "$(shown again)" 'Courses:' "the choice is remembered"
like "$("$WORKBENCH" courses)" '\* one' "by the shell, too"
press --course two <<END
:wait-idle
:course
:save-display $TMP/named
END
like "$(shown named)" '\(open\)' "a course that was named is opened without a question"

printf 'course\ncourse two\ncourse two\ncourse nowhere\ncourse one\nquit\n' | "$WORKBENCH" --plain >"$TMP/talk" 2>&1
is "$?" 1 "a course that is not there is a failure of a dialogue in a pipe"
like "$(shown talk)" '^1 Map> one: The first, 0 of 1 solved, open\.' "the dialogue lists courses"
like "$(shown talk)" 'Course: The second\.' "and goes to one"
like "$(shown talk)" 'This course is open\.' "once"
like "$(shown talk)" 'Course: The first\.' "and to another"
rm "$XDG_STATE_HOME/gpu-workbench/course"
like "$(echo quit | "$WORKBENCH" --plain)" 'There are several courses: course lists them' "it says so where none was chosen"
tap_finish
