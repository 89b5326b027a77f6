# The tables of docs/course.md: source it after tests/tap.sh.
PAGE=$ROOT/docs/course.md

# table NAME: the lines of the page between its marks.
table() { sed -n "/^<!-- Table: $1 -->\$/,/^<!-- End of $1 -->\$/{/^<!--/d;p}" "$PAGE"; }
