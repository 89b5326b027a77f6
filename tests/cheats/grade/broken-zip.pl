# expect: missing or unreadable
# why: A text that is called an archive.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => "this is no archive\n");
};
