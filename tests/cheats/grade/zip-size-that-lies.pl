# expect: missing or unreadable or accepted
# why: Headers that state one byte, before many.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => $at->{file}, data => $at->{right}, deflate => 1, claims => 1}));
};
