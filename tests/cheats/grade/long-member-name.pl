# expect: accepted or missing or unreadable
# why: A name of 60,000 bytes.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "d" x 60_000 . $at->{file}, data => $at->{right}}));
};
