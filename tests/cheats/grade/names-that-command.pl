# expect: missing
# why: Members whose names command a terminal, a page, a table and a shell.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  my @names = ("\e[2J\a", '<script>alert(1)', '=1+1', '$(touch there)', "\xe2\x80\xaetxt");
  return ('hw1.zip' => zip_of(map { {name => "$_.txt", data => "// nothing\n"} } @names));
};
