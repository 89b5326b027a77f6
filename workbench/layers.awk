#!/usr/bin/awk -f
# What follows from the lines of layers.txt, one word each, for the Makefile:
#
#   needs_NAME:=ROOM,ROOM…     all rooms that a room, a program or the tests of a room
#                              (tests-ROOM) or a shared object are linked with
#   links_NAME:=LIBRARY,…      the libraries that these need
#   main_PROGRAM:=FILE

function join(list) {
  sub(/^ /, "", list)
  gsub(/ /, ",", list)
  return list
}

# All rooms below `room`, and itself, to the end of `found`.
function add_rooms(room,   words, count, i) {
  if (room in found) return
  found[room] = 1
  order = order " " room
  count = split(below[room], words, " ")
  for (i = 1; i <= count; i++) add_rooms(words[i])
}

function say(name, rooms,   words, count, i, links) {
  split("", found)
  order = ""
  count = split(rooms, words, " ")
  for (i = 1; i <= count; i++) add_rooms(words[i])
  count = split(order, words, " ")
  for (i = 1; i <= count; i++) links = links library[words[i]]
  print "needs_" name ":=" join(order)
  print "links_" name ":=" join(links)
}

{ sub(/#.*/, "") }

$1 == "room" {
  split($2, path, "/")
  names[++count] = path[2]
  for (i = 3; i <= NF; i++) below[path[2]] = below[path[2]] " " $i
}
$1 == "program" {
  print "main_" $2 ":=" $3
  programs[++programs_count] = $2
  for (i = 4; i <= NF; i++) starts[$2] = starts[$2] " " $i
}
$1 == "shared" {
  programs[++programs_count] = $2
  for (i = 3; i <= NF; i++) starts[$2] = starts[$2] " " $i
}
$1 == "link" { library[$3] = library[$3] " " $2 }
$1 == "tests" { for (i = 3; i <= NF; i++) more[$2] = more[$2] " " $i }

END {
  for (n = 1; n <= count; n++) {
    say(names[n], names[n])
    say("tests-" names[n], names[n] " " more[names[n]])
  }
  for (n = 1; n <= programs_count; n++) say(programs[n], starts[programs[n]])
}
