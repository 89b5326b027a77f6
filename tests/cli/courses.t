#!/usr/bin/env bash
# Several courses: which there are, which is used, and that they do not get in each other's way.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
. "$ROOT/tests/cli/device.sh"
unset WORKBENCH_COURSE WORKBENCH_WORK
export HOME=$TMP/home XDG_DATA_HOME=$TMP/data XDG_DATA_DIRS=$TMP/share
courses=$XDG_DATA_HOME/workbench/courses
mkdir -p "$HOME" "$courses" "$TMP/share/workbench/courses"
# course FOLDER NAME TITLE: a course of one puzzle.
course() {
  small_course "$@"
  add_solutions "$1" accepted
}
course "$courses/one" org.example.one "Course one"
course "$TMP/two" org.example.two "Course two"
"$WORKBENCH" pack --course "$TMP/two" --grader "$courses/two.tar.xz" >/dev/null
course "$TMP/share/workbench/courses/three" org.example.three "Course three"
course "$TMP/share/workbench/courses/one" org.example.hidden "Behind the person's own"
cd "$HOME" || exit 1

out=$("$WORKBENCH" courses)
is "$?" 0 "the courses are listed"
for line in 'one: Course one, 0 of 1 solved' 'two: Course two, 0 of 1 solved' 'three: Course three, 0 of 1 solved' '\* .*GPU Puzzle Workbench, 0 of'; do
  like "$out" "$line" "/$line/ is among them"
done
unlike "$out" 'Behind' "a person's own course stands before the system's of that name"
like "$("$WORKBENCH" courses --json)" '"archive": true' "programs are told, too"
like "$("$WORKBENCH" list --course one)" '0 of 1 solved' "a name will do for --course"
like "$(WORKBENCH_COURSE=two "$WORKBENCH" list)" '0 of 1 solved' "and for WORKBENCH_COURSE"
out=$("$WORKBENCH" list --course onne 2>&1)
is "$?" 3 "a name that none has is refused"
like "$out" 'there is no course onne; did you mean one\?' "with the nearest"

out=$("$WORKBENCH" courses onne 2>&1)
is "$?" 3 "what is no course cannot be chosen"
like "$("$WORKBENCH" courses two)" "the course is now $courses/two.tar.xz" "one is chosen"
like "$("$WORKBENCH" list)" '0 of 1 solved' "it is used where none is named"
like "$("$WORKBENCH" courses)" '\* two' "and is marked"
like "$(cd "$TMP/share/workbench/courses/three" && "$WORKBENCH" courses)" '\* three' "in the folder of a course that one is used"
"$WORKBENCH" courses "$courses/one" >/dev/null
like "$("$WORKBENCH" courses)" '\* one' "a path will do as well"
mv "$courses/one" "$TMP/away"
like "$("$WORKBENCH" courses)" '\* .*GPU Puzzle Workbench' "one that was taken away is not missed"
mv "$TMP/away" "$courses/one"

# Two courses have a puzzle of one name; what is done in one is not done in the other.
"$WORKBENCH" show 1 --course two >/dev/null
"$WORKBENCH" show 1 --course three >/dev/null
cp "$COURSE/solutions/01-map/accepted.cl" "$HOME/gpu-workbench/org.example.two/01-map.cl"
"$WORKBENCH" run 1 --course two --device "$DEVICE" >/dev/null
is "$?" 0 "a puzzle of an archive is solved"
like "$("$WORKBENCH" courses)" 'two: Course two, 1 of 1 solved' "which counts there"
is "$("$WORKBENCH" courses | grep -c '0 of [0-9]* solved')" 3 "and in no other course"
is "$(cd "$TMP" && find . -name 01-map.cl -not -path '*/kernels/*' | sort | tr '\n' ' ')" \
  "./home/gpu-workbench/org.example.two/01-map.cl ./share/workbench/courses/three/work/01-map.cl " "each has kernels of its own"
sed -i 's/title = "Course two"/title = "Course two, second edition"/' "$TMP/two/course.lua"
"$WORKBENCH" pack --course "$TMP/two" --grader "$courses/two.tar.xz" >/dev/null
like "$("$WORKBENCH" courses)" 'two: Course two, second edition, 1 of 1 solved' "the next edition of an archive goes on with it"
is "$(find "$XDG_DATA_HOME/workbench/unpacked" -mindepth 1 -maxdepth 1 | wc -l)" 2 "and is unpacked beside the first"

echo rubbish >"$courses/four.zip"
out=$("$WORKBENCH" courses)
is "$?" 3 "a course with a mistake is the course's mistake"
like "$out" 'four: .*four.zip: the archive is damaged' "which stands in its place"
like "$out" 'two: Course two' "beside the others"
tap_finish
