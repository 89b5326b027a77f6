#!/usr/bin/perl
# The files of a room stand above each other: who calls stands above whom it calls. Files that call
# each other in a circle are those of one subject, listed here with what ties them; a circle that
# grows or comes up is a failure. What includes what between rooms is the matter of includes.t.
use strict;
use warnings;

my %circles = map { $_ => 1 } (
  # Whatever fails says why in text, and text can run out of memory, which is a bug to report.
  'lib/base/status lib/base/str lib/base/utf8',
  # Which walls there are is found out by raising them.
  'lib/sandbox/choose lib/sandbox/walls',
  # The first order of a launch, and the others that are compared with it.
  'engine/launch/emulate engine/launch/emulate_orders',
  # A state of Lua and what its scripts see, which is scripts, too.
  'engine/script/library engine/script/modules engine/script/sandbox engine/script/state engine/script/tensor_lua',
  # A spec is a table whose rows name their readers, and some of what they read are tables.
  'engine/script/draw engine/script/draw_case engine/script/layout engine/script/spec engine/script/spec_cases engine/script/spec_domain engine/script/spec_fields engine/script/spec_groups engine/script/spec_params engine/script/spec_rules engine/script/spec_stages engine/script/spec_steps',
  # A kernel that cannot be judged has every case refused, and each case asks whether the kernel fits its launches.
  'engine/judge/engine engine/judge/engine_cases engine/judge/engine_domain engine/judge/engine_kernel engine/judge/engine_program',
  # A constant may be the address of an object, and an object begins with constants.
  'engine/compiler/instrument/constants engine/compiler/instrument/objects',
  # Collective functions pass on what is unwritten, and are where it may come from.
  'engine/compiler/instrument/collectives engine/compiler/instrument/conversions engine/compiler/instrument/unwritten',
  # A device ends with its commands, and carries them out by its own calls; what it tells of them on the wire is
  # read into their outcomes.
  'engine/device/command_wire engine/device/commands engine/device/device',
  # A program knows its kernels, a kernel its program; a launch has a kernel, and commands have launches.
  # What is kept of a program is held against its kernels.
  'engine/opencl/commands engine/opencl/kept engine/opencl/kernel engine/opencl/launch engine/opencl/program engine/opencl/types',
  # A work-item's fast path, inlined into its code, falls back on the slow one, which runs the item
  # on (docs/emulator.md), counts and traces it, and says which bytes it touched.
  'engine/emulator/check/fast engine/emulator/profile/arrays engine/emulator/profile/model engine/emulator/profile/profile engine/emulator/profile/trace engine/emulator/run/access engine/emulator/run/async engine/emulator/run/bounds engine/emulator/run/bulk engine/emulator/run/changes engine/emulator/run/collective engine/emulator/run/image_access engine/emulator/run/interleave engine/emulator/run/launch_child engine/emulator/run/marks engine/emulator/run/memory engine/emulator/run/packed engine/emulator/run/parallel engine/emulator/run/poll engine/emulator/run/print engine/emulator/run/races engine/emulator/run/schedule engine/emulator/run/signals engine/emulator/run/sync engine/emulator/run/touched engine/emulator/run/unwritten engine/emulator/run/written',
  # An object of gpu is a value of Lua, and its methods make and take others.
  'host/gpu/buffer host/gpu/context host/gpu/copy host/gpu/element host/gpu/event host/gpu/file host/gpu/function host/gpu/module',
  # A wait carries commands out, their effects are found in memory, and memory waits for commands.
  'host/runtime/command host/runtime/context host/runtime/effects host/runtime/event host/runtime/function host/runtime/host host/runtime/lanes host/runtime/memory host/runtime/origins host/runtime/progress host/runtime/uses',
  # The table of keys calls their actions, and an action takes a line that names a row of it.
  'faces/tui/actions_line faces/tui/bindings faces/tui/command_line faces/tui/overlay_keys faces/tui/trace_keys',
  # The trace that is shown: its groups and steps, and the findings in them.
  'faces/tui/trace_case faces/tui/trace_names faces/tui/trace_open faces/tui/trace_step faces/tui/trace_troubles',
  # What reaches out of the model: effects, files, runs, the store, the loop.
  'faces/tui/command_process faces/tui/counters_run faces/tui/effects faces/tui/files faces/tui/loop faces/tui/runs faces/tui/store_tasks',
);
my $build = $ENV{BUILD} // 'build';
chdir "$1/../.." if $0 =~ m{^(.*)/[^/]*$};
my (%home, %needs, %calls);
# One nm for all: "build/obj/lib/base/str.o: 0000 T wb_str_init".
for (`find $build/obj -name '*.o' -exec nm -A {} + 2> /dev/null`) {
  my ($name, $kind, $symbol) = m{^\Q$build\E/obj/(.+)\.o:.* (\w) (\w+)$} or next;
  next unless -e "workbench/$name.c"; # left over from a file that is gone
  $needs{$name} //= {};
  if ($kind =~ /[TDRBW]/) { $home{$symbol} = $name }
  elsif ($kind eq 'U') { $needs{$name}{$symbol} = 1 }
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
my ($tests, $failed) = (0, 0);
sub ok {
  my ($good, $what) = @_;
  $failed++ unless $good;
  print $good ? 'ok ' : 'not ok ', ++$tests, " - $what\n";
}
my $rooms_built = sub { my %rooms = map { m{^(\w+/\w+)/} ? ($1 => 1) : () } keys %needs; scalar keys %rooms };
my @new = grep { !$circles{$_} } sort keys %found;
# Those of rooms that were not built are not missed.
my @gone = grep { !$found{$_} && !grep { !$needs{$_} } split / / } sort keys %circles;
ok(keys %needs > 300 && $rooms_built->() > 15, 'the files are there (make)');
ok(!@new, 'no other circle of files');
print "# a circle: $_\n" for @new;
ok(!@gone, 'every circle that is listed is there');
print "# no longer: $_\n" for @gone;
my $model = $reached{'faces/tui/model'};
ok(!$model->{'faces/tui/pane_update'} && !grep({ m{^faces/tui/(view_|actions_)} } keys %$model),
  "the screen's data reaches no view and no action");
ok(!$reached{'faces/plain/dialogue'}{'faces/plain/commands'} && !$reached{'faces/cli/table'}{'faces/cli/main'},
  'what commands use reaches none of them');
print "1..$tests\n";
exit($failed > 0 ? 1 : 0);
