/* Other launches of the same case. */
#include "finding/launch_change.h"

#include "tap.h"

struct launch {
  unsigned dimensions;
  size_t global[3], local[3];
};

static void expect_launch(const char *word, struct launch from, bool changes, struct launch to) {
  unsigned change = 0;
  CHECK(wb_word_parse(&wb_launch_changes, word, &change));
  CHECK_INT(wb_launch_change_apply((enum wb_launch_change)change, from.dimensions, from.global,
                                   from.local),
            changes);
  for (unsigned d = 0; d < 3; d++) {
    if (!CHECK_INT(from.global[d], to.global[d])) printf("# %s\n", word);
    if (!CHECK_INT(from.local[d], to.local[d])) printf("# %s\n", word);
  }
}

static const struct launch LINE = {1, {12}, {4}}, GROUP = {1, {4}, {4}}, ODD = {1, {9}, {3}},
                           PLANE = {2, {8, 6}, {4, 3}}, BOX = {3, {2, 4, 6}, {1, 2, 3}};

static void groups_come_and_go(void) {
  expect_launch("group-more-x", LINE, true, (struct launch){1, {16}, {4}});
  expect_launch("group-fewer-x", LINE, true, (struct launch){1, {8}, {4}});
  expect_launch("group-fewer-x", GROUP, false, GROUP);
  expect_launch("groups-doubled-x", LINE, true, (struct launch){1, {24}, {4}});
  expect_launch("group-more-y", PLANE, true, (struct launch){2, {8, 9}, {4, 3}});
  expect_launch("group-fewer-y", PLANE, true, (struct launch){2, {8, 3}, {4, 3}});
  expect_launch("group-more-z", BOX, true, (struct launch){3, {2, 4, 9}, {1, 2, 3}});
}

static void dimensions_that_are_not_there_do_not_change(void) {
  static const char *const words[] = {"group-more-y",   "group-fewer-y",  "group-more-z",
                                      "group-fewer-z",  "swapped-xy",     "swapped-yz",
                                      "local-halved-y", "local-doubled-y"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    expect_launch(words[i], LINE, false, LINE);
  expect_launch("group-more-z", PLANE, false, PLANE);
  expect_launch("swapped-yz", PLANE, false, PLANE);
}

static void dimensions_are_swapped(void) {
  const struct launch square = {2, {8, 8}, {4, 4}};
  expect_launch("swapped-xy", PLANE, true, (struct launch){2, {6, 8}, {3, 4}});
  expect_launch("swapped-yz", BOX, true, (struct launch){3, {2, 6, 4}, {1, 3, 2}});
  expect_launch("swapped-xy", square, false, square);
}

static void groups_have_another_size(void) {
  const struct launch large = {1, {4096}, {1024}};
  expect_launch("local-halved-x", LINE, true, (struct launch){1, {12}, {2}});
  expect_launch("local-halved-x", ODD, false, ODD);
  expect_launch("local-doubled-x", LINE, false, LINE); /* 8 does not divide 12 */
  expect_launch("local-doubled-x", PLANE, true, (struct launch){2, {8, 6}, {8, 3}});
  expect_launch("local-doubled-y", PLANE, true, (struct launch){2, {8, 6}, {4, 6}});
  expect_launch("local-doubled-x", large, false, large);
  expect_launch("local-one", BOX, true, (struct launch){3, {2, 4, 6}, {1, 1, 1}});
  expect_launch("as-it-is", LINE, false, LINE);
}

/* Whatever the change, what comes out is a launch. */
static void every_change_gives_a_launch(void) {
  for (unsigned change = 0; change < WB_LAUNCH_CHANGES; change++) {
    for (size_t size = 1; size <= 40; size++) {
      struct launch at = {3, {size * 2, size, 3}, {size % 3 + 1, 1, 3}};
      at.global[0] = at.local[0] * size;
      wb_launch_change_apply((enum wb_launch_change)change, 3, at.global, at.local);
      for (unsigned d = 0; d < 3; d++)
        CHECK(at.local[d] > 0 && at.global[d] > 0 && at.global[d] % at.local[d] == 0);
    }
    CHECK(wb_word_name(&wb_launch_changes, change)[0] != '\0');
    CHECK(wb_word_help(&wb_launch_changes, change)[0] != '\0');
  }
}

int main(void) {
  tap_run("groups come and go", groups_come_and_go);
  tap_run("dimensions that are not there do not change",
          dimensions_that_are_not_there_do_not_change);
  tap_run("dimensions are swapped", dimensions_are_swapped);
  tap_run("groups have another size", groups_have_another_size);
  tap_run("every change gives a launch", every_change_gives_a_launch);
  return tap_finish();
}
