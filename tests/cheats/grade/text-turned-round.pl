# expect: accepted
# why: A comment whose letters stand in another order than they are shown (bidirectional controls).
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => "// \xe2\x80\xae } \xe2\x81\xa6 if (teacher) \xe2\x81\xa9 begin\n" . $at->{right});
};
