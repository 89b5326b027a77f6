# expect: missing or unreadable or accepted
# why: 20,000 empty files.
# others: any
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of((map { {name => "d/$_.txt"} } 1 .. 20_000), {name => $at->{file}, data => $at->{right}}));
};
