#!/usr/bin/perl
# The screen's files stand above each other: data at the bottom, then views, what updates the
# panes, actions, and on top what carries out and waits. Files that call each other in a circle
# are those of one subject, listed here; a circle that grows or comes up is a failure.
use strict;
use warnings;

my %circles = map { $_ => 1 } (
  # The table of keys calls their actions, and an action takes a line that names a row of it.
  'actions_line bindings command_line overlay_keys trace_keys',
  # The trace that is shown: its groups and steps, and the findings in them.
  'trace_case trace_names trace_open trace_step trace_troubles',
  # What reaches out of the model: effects, files, runs, the store, the loop.
  'command_process counters_run effects files loop runs store_tasks',
);
my $build = $ENV{BUILD} // 'build';
chdir "$1/../.." if $0 =~ m{^(.*)/[^/]*$};
my (%home, %needs, %calls);
for my $source (glob 'workbench/faces/tui/*.c') {
  my ($name) = $source =~ m{([^/]+)\.c$};
  for (split /\n/, `nm $build/obj/faces/tui/$name.o 2> /dev/null`) {
    if (/ [TDRB] (\w+)$/) { $home{$1} = $name }
    elsif (/ U (\w+)$/) { $needs{$name}{$1} = 1 }
  }
}
for my $name (keys %needs) {
  for (keys %{$needs{$name}}) { $calls{$name}{$home{$_}} = 1 if defined $home{$_} && $home{$_} ne $name }
}
# Whom each file reaches, over any number of steps.
sub reached {
  my ($from) = @_;
  my (%seen, @left) = ();
  @left = keys %{$calls{$from}};
  while (@left) {
    my $next = pop @left;
    push @left, keys %{$calls{$next}} unless $seen{$next}++;
  }
  return \%seen;
}
my %reached = map { $_ => reached($_) } keys %needs;
my %found;
for my $name (keys %needs) {
  my @circle = sort grep { $reached{$name}{$_} && $reached{$_}{$name} } keys %needs;
  $found{"@circle"} = 1 if @circle > 1;
}
my @new = grep { !$circles{$_} } sort keys %found;
my @gone = grep { !$found{$_} } sort keys %circles;
print keys %needs > 50 ? "ok 1 - the screen's files are there\n" : "not ok 1 - the screen's files are there (make)\n";
print @new ? "not ok 2 - no other circle of files\n" : "ok 2 - no other circle of files\n";
print "# a circle: $_\n" for @new;
print @gone ? "not ok 3 - every circle that is listed is there\n" : "ok 3 - every circle that is listed is there\n";
print "# no longer: $_\n" for @gone;
print !$reached{model}{pane_update} && !grep({ /^(view_|actions_)/ } keys %{$reached{model}})
  ? "ok 4 - the model's data reaches no view and no action\n"
  : "not ok 4 - the model's data reaches no view and no action\n";
print "1..4\n";
exit(@new || @gone || keys %needs <= 50 || $reached{model}{pane_update} ? 1 : 0);
