# expect: missing or unreadable or accepted
# why: A member that is a file, and another one inside of it.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "a", data => "a"}, {name => "a/$at->{file}", data => $at->{right}}));
};
