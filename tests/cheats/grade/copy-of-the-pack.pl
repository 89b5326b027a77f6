# expect: starter or judged
# why: The course itself, as learners have it, and nothing done in it.
use strict;
use warnings;
use Course;

sub {
  my ($at) = @_;
  my $folder = "puzzles/$at->{puzzle}{slug}";
  my @copied = ('course.lua', "$folder/puzzle.lua", "$folder/lesson.md");
  return ((map { ($_ => read_file("$at->{course}/$_")) } @copied), "kernels/$at->{file}" => $at->{puzzle}{starter});
};
