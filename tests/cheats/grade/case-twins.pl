# expect: judged or unreadable
# why: Two members whose names differ in case alone.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => $at->{file}, data => $at->{wrong}}, {name => uc $at->{file}, data => $at->{right}}));
};
