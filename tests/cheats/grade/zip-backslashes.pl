# expect: missing or unreadable or accepted
# why: A way out as Windows writes it.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "..\\..\\$at->{file}", data => $at->{right}}));
};
