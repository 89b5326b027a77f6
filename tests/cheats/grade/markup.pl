# expect: accepted
# why: A comment of a right kernel that closes what a report may put around it.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => "// </pre></code><script>alert(1)</script>]]>\n// <img src=x onerror=alert(1)> &lt; \"\x27\n" . $at->{right});
};
