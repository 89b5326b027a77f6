# expect: compile-error or unreadable
# why: An archive with the right answer, called a kernel.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ($at->{file} => zip_of({name => $at->{file}, data => $at->{right}}));
};
