# expect: missing or unreadable
# why: A zip of which one byte was changed.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => $at->{file}, data => $at->{right}}) =~ s/float/flaot/r);
};
