# expect: accepted
# why: A course of its own beside a right answer: whose spec is the judge to read?
use strict;
use warnings;

sub {
  my ($at) = @_;
  return (
    'course.lua' => "error('this course was read')\n",
    'lua/puzzle.lua' => "error('this module was read')\n",
    "puzzles/$at->{puzzle}{slug}/puzzle.lua" => "error('this spec was read')\n",
    $at->{file} => $at->{right}
  );
};
