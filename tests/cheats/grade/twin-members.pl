# expect: judged or unreadable
# why: Two members of one name, a wrong answer and a right one.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => $at->{file}, data => $at->{wrong}}, {name => $at->{file}, data => $at->{right}}));
};
