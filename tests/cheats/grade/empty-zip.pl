# expect: missing or unreadable
# why: An archive of no bytes.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => "");
};
