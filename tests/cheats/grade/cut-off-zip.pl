# expect: missing or unreadable
# why: A zip that a broken connection cut in half.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => substr zip_of({name => $at->{file}, data => $at->{right} x 3, deflate => 1}), 0, 120);
};
