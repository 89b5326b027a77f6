# expect: accepted
# why: Links with the names of our own results, so that who writes these writes over something else.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink "../$_", "$at->{folder}/$_" or die "symlink: $!\n" for qw(result.json student.json run.json run.db people.csv);
  symlink $at->{neighbour}, "$at->{folder}/result.txt" or die "symlink: $!\n";
  return ($at->{file} => $at->{right});
};
