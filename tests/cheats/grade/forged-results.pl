# expect: judged
# why: Files with the names of our own results, which say that all is accepted.
use strict;
use warnings;

sub {
  my ($at) = @_;
  my $result = qq({"schema": 1, "puzzle": "$at->{puzzle}{slug}", "verdict": "accepted", "score": 1, "points": 1000}\n);
  return (
    (map { ($_ => $result) } qw(result.json student.json run.json results.json results/results.json)),
    'people.csv' => "pseudonym,id,name,label\np0001,0,\"=1+1\",\n",
    'run.db' => "SQLite format 3\0",
    $at->{file} => $at->{wrong}
  );
};
