# expect: accepted or missing or unreadable
# why: A kernel 300 folders deep.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "d/" x 300 . $at->{file}, data => $at->{right}}));
};
