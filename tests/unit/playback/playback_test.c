#include "report/playback/playback.h"

#include <stdlib.h>
#include <time.h>

#include "unit/playback/made.h"

static const struct wb_trace_launch line = {
    .kernel = "k", .dimensions = 1, .global = {8, 1, 1}, .local = {4, 1, 1}, .subgroup = 32};
static const struct wb_trace_launch square = {.kernel = "k",
                                              .dimensions = 2,
                                              .global = {4, 4, 1},
                                              .local = {2, 2, 1},
                                              .offset = {10, 0, 0},
                                              .subgroup = 32};
static const struct wb_trace_launch cube = {
    .kernel = "k", .dimensions = 3, .global = {2, 2, 4}, .local = {2, 1, 2}, .subgroup = 32};

/* out[i] = a[i] + 1 by two work-items. */
static void values_fill_in_as_they_are_written(void) {
  struct made made;
  made_begin(&made, &line);
  group(&made, 0);
  for (int i = 0; i < 2; i++) {
    item(&made, (uint64_t)i);
    touch(&made, READ + A, (uint64_t)i, 10 + i);
    touch(&made, WRITE + OUT, (uint64_t)i, 11 + i);
    put(&made, WB_TRACE_ITEM_END);
  }
  put(&made, WB_TRACE_GROUP_END);
  struct wb_playback *p = played(&made);
  CHECK_INT(wb_playback_steps(p), 6);
  CHECK_INT(wb_playback_groups(p), 1);
  CHECK(wb_playback_missing(p) == NULL);
  cell_is(p, 0, WB_PLAYBACK_START, OUT, 0, "");
  cell_is(p, 0, WB_PLAYBACK_START, A, 1, "11"); /* it is read later: it was there */
  cell_is(p, 0, 0, OUT, 0, "");
  cell_is(p, 0, 1, OUT, 0, "11");
  cell_is(p, 0, 3, OUT, 1, "");
  cell_is(p, 0, 4, OUT, 1, "12");
  cell_is(p, 0, 5, A, 2, ""); /* nobody ever touches it */
  const struct wb_cell_view out = wb_playback_cell(p, 0, 5, OUT, 1);
  CHECK(out.known);
  CHECK_INT(out.marks, WB_CELL_WRITTEN);
  CHECK_INT(out.last, 4);
  CHECK_INT(out.last_write, 4);
  CHECK_INT(out.first_write_ever, 4);
  const struct wb_cell_view early = wb_playback_cell(p, 0, 3, OUT, 1);
  CHECK(!early.known);
  CHECK_INT(early.marks, 0);
  CHECK(early.last == WB_PLAYBACK_NONE && early.first_write_ever == 4);
  CHECK_INT(wb_playback_cell(p, 0, 5, A, 1).marks, WB_CELL_READ);
  CHECK(wb_playback_array(p, OUT)->is_written && !wb_playback_array(p, A)->is_written);
  CHECK_INT(wb_playback_array(p, OUT)->elements, 8);
  wb_playback_free(p);
}

/* The first lane of two is given a value that is not set, and then one that is. */
static void what_is_not_set_is_no_number(void) {
  const float four[] = {1, 2, 3, 4}, one = 5;
  struct made made;
  struct wb_str text;
  wb_str_init(&text);
  made_begin(&made, &line);
  group(&made, 0);
  item(&made, 0);
  wb_trace_put_access(&made.writer, WRITE + VEC, 16, four, 16, 0x000F);
  wb_trace_put_access(&made.writer, LANE, 16, &one, 4, 0);
  put(&made, WB_TRACE_GROUP_END);
  struct wb_playback *p = played(&made);
  wb_playback_describe(p, 0, &text);
  CHECK_STRING(text.data, "work-item 0 writes vec[1] = (not set, 2, 3, 4)");
  cell_is(p, 0, 0, VEC, 1, "(unset, 2, 3, 4)");
  cell_is(p, 0, 1, VEC, 1, "(5, 2, 3, 4)");
  wb_playback_free(p);
  wb_str_release(&text);
}

static void steps_speak(void) {
  struct made made;
  const float four[] = {1, 2.5F, -3, 0.1F};
  made_begin(&made, &square);
  group(&made, 3);
  item(&made, 3);
  touch(&made, READ + A, 5, -7);
  wb_trace_put_access(&made.writer, WRITE + VEC, 16, four, 16, 0);
  touch(&made, UPDATE, 1, 9);
  wb_trace_put_branch(&made.writer, BRANCH, 0);
  wb_trace_put_branch(&made.writer, BRANCH, 5);
  wait_here(&made);
  put(&made, WB_TRACE_PASS);
  refuse(&made, WRITE + OUT, -2);
  put(&made, WB_TRACE_ITEM_END);
  struct wb_playback *p = played(&made);
  step_says(p, 0, "work-item (13,3) reads a[5]: -7");
  step_says(p, 1, "work-item (13,3) writes vec[1] = (1, 2.5, -3, 0.1)");
  step_says(p, 2, "work-item (13,3) updates out[1] = 9");
  step_says(p, 3, "work-item (13,3) finds its condition false");
  step_says(p, 4, "work-item (13,3) goes way 5");
  step_says(p, 5, "work-item (13,3) waits at the barrier");
  step_says(p, 6, "the whole group passes the barrier");
  step_says(p, 7, "work-item (13,3) writes out[-2], which is refused");
  step_says(p, 8, "work-item (13,3) ends");
  trouble_is(p, 0, "");
  trouble_is(p, 7, "refused: out begins at out[0]");
  cell_is(p, 0, 8, VEC, 1, "(1, 2.5, -3, 0.1)");
  const struct wb_step step = wb_playback_step(p, 1);
  CHECK_INT(step.place->line, 23);
  CHECK_INT(step.element, 1);
  CHECK_INT(step.elements, 1);
  CHECK_INT(wb_playback_step(p, 7).element, -2);
  CHECK_INT(wb_playback_step(p, 6).phase, 0);
  CHECK_INT(wb_playback_step(p, 7).phase, 1);
  CHECK_INT(wb_playback_group(p, 0)->phases, 2);
  CHECK(wb_playback_step(p, 6).place == NULL);
  wb_playback_free(p);
}

static void refusals_say_where_the_array_ends(void) {
  struct made made;
  made_begin(&made, &line);
  group(&made, 0);
  item(&made, 1);
  refuse(&made, READ + A, 8);
  refuse(&made, WRITE + A, 2);
  refuse(&made, READ + A, 2);
  struct wb_playback *p = played(&made);
  trouble_is(p, 0, "refused: a ends at a[7]");
  trouble_is(p, 1, "refused: a must not be written");
  trouble_is(p, 2, "refused by a check");
  CHECK_INT(wb_playback_cell(p, 0, 2, A, 2).marks, 0);
  wb_playback_free(p);
}

/* Two work-items write one cell in one phase; with a barrier between they do not
 * collide. */
static void barriers_part_what_would_collide(void) {
  struct made made;
  made_begin(&made, &line);
  group(&made, 0);
  item(&made, 0);
  touch(&made, WRITE + TILE, 0, 1);
  touch(&made, WRITE + TILE, 1, 1);
  wait_here(&made);
  item(&made, 1);
  touch(&made, READ + TILE, 1, 1);
  wait_here(&made);
  put(&made, WB_TRACE_PASS);
  touch(&made, READ + TILE, 0, 1);
  struct wb_playback *p = played(&made);
  trouble_is(p, 0, "");
  trouble_is(p, 1, "collides: work-item 1 reads the same element with no barrier between");
  trouble_is(p, 3, "collides: work-item 0 writes the same element with no barrier between");
  trouble_is(p, 6, "");
  CHECK((wb_playback_cell(p, 0, 2, TILE, 1).marks & WB_CELL_COLLISION) == 0);
  CHECK((wb_playback_cell(p, 0, 3, TILE, 1).marks & WB_CELL_COLLISION) != 0);
  CHECK((wb_playback_cell(p, 0, 6, TILE, 0).marks & WB_CELL_COLLISION) == 0);
  CHECK_INT(wb_playback_next(p, 0, WB_PLAYBACK_START, WB_STRIDE_TROUBLE, true), 1);
  CHECK_INT(wb_playback_next(p, 0, 1, WB_STRIDE_TROUBLE, true), 3);
  CHECK(wb_playback_next(p, 0, 3, WB_STRIDE_TROUBLE, true) == WB_PLAYBACK_NONE);
  CHECK_INT(wb_playback_next(p, 0, 6, WB_STRIDE_TROUBLE, false), 3);
  wb_playback_free(p);
}

static void atomics_collide_with_plain_accesses_alone(void) {
  struct made made;
  made_begin(&made, &line);
  group(&made, 0);
  for (uint64_t i = 0; i < 3; i++) {
    item(&made, i);
    touch(&made, UPDATE, 0, (int)i);
    touch(&made, i < 2 ? UPDATE : READ + OUT, 1, 1);
    touch(&made, READ + A, 0, 1);
  }
  struct wb_playback *p = played(&made);
  CHECK_INT(wb_playback_cell(p, 0, 8, OUT, 0).marks, WB_CELL_READ | WB_CELL_WRITTEN);
  CHECK((wb_playback_cell(p, 0, 8, OUT, 1).marks & WB_CELL_COLLISION) != 0);
  CHECK_INT(wb_playback_cell(p, 0, 8, A, 0).marks, WB_CELL_READ);
  trouble_is(p, 4, "collides: work-item 2 reads the same element with no barrier between");
  wb_playback_free(p);
}

static void groups_collide_in_global_memory_at_any_time(void) {
  struct made made;
  made_begin(&made, &line);
  for (uint64_t g = 0; g < 2; g++) {
    group(&made, g);
    item(&made, 0);
    touch(&made, WRITE + TILE, 0, 5 + (int)g);
    touch(&made, WRITE + OUT, 3, 7 + (int)g);
    put(&made, WB_TRACE_GROUP_END);
  }
  struct wb_playback *p = played(&made);
  trouble_is(p, 0, "");
  trouble_is(p, 1, "collides: work-item 4 writes the same element from another group");
  CHECK_INT(wb_playback_cell(p, 0, 1, OUT, 3).marks, WB_CELL_WRITTEN);
  CHECK((wb_playback_cell(p, 1, 3, OUT, 3).marks & WB_CELL_COLLISION) != 0);
  cell_is(p, 1, 1, OUT, 3, "7");
  cell_is(p, 1, 3, OUT, 3, "8");
  /* Local memory begins anew. */
  cell_is(p, 1, 1, TILE, 0, "");
  cell_is(p, 0, 3, TILE, 0, "5");
  cell_is(p, 1, 3, TILE, 0, "6");
  CHECK_INT(wb_playback_find_group(p, (uint64_t[3]){1, 0, 0}), 1);
  CHECK(wb_playback_find_group(p, (uint64_t[3]){2, 0, 0}) == WB_PLAYBACK_NONE);
  wb_playback_free(p);
}

/* Lanes of one float4, each written by another work-item. */
static void neighbouring_bytes_do_not_collide(void) {
  struct made made;
  made_begin(&made, &line);
  const float one = 1.5F;
  group(&made, 0);
  for (uint64_t i = 0; i < 3; i++) {
    item(&made, i);
    wb_trace_put_access(&made.writer, LANE, 4 * i, &one, 4, 0);
  }
  struct wb_playback *p = played(&made);
  for (size_t i = 0; i < 3; i++) trouble_is(p, i, "");
  CHECK_INT(wb_playback_cell(p, 0, 2, VEC, 0).marks, WB_CELL_WRITTEN);
  cell_is(p, 0, 1, VEC, 0, "(1.5, 1.5)");
  cell_is(p, 0, 2, VEC, 0, "(1.5, 1.5, 1.5)");
  struct wb_step_list list;
  wb_playback_touches(p, 0, VEC, 0, &list);
  CHECK_INT(list.count, 3);
  wb_step_list_release(&list);
  wb_playback_free(p);
}

static void local_memory_that_nobody_wrote_stands_out(void) {
  struct made made;
  made_begin(&made, &line);
  group(&made, 0);
  item(&made, 0);
  touch(&made, READ + TILE, 2, 0x5A5A);
  touch(&made, WRITE + TILE, 2, 4);
  struct wb_playback *p = played(&made);
  cell_is(p, 0, WB_PLAYBACK_START, TILE, 2, "");
  cell_is(p, 0, 0, TILE, 2, "");
  CHECK_INT(wb_playback_cell(p, 0, 0, TILE, 2).marks, WB_CELL_READ | WB_CELL_NEVER_WRITTEN);
  cell_is(p, 0, 1, TILE, 2, "4");
  wb_playback_free(p);
}

/* Outputs begin empty: what is left out stands out, and so does what is read
 * before anybody wrote it. Inputs never do. */
static void outputs_that_are_left_out_stand_out(void) {
  struct made made;
  made_begin(&made, &line);
  group(&made, 0);
  item(&made, 0);
  touch(&made, WRITE + OUT, 0, 1);
  touch(&made, READ + OUT, 1, 0x7777);
  touch(&made, READ + A, 1, 2);
  struct wb_playback *p = played(&made);
  CHECK_INT(wb_playback_cell(p, 0, 2, OUT, 0).marks, WB_CELL_WRITTEN);
  CHECK_INT(wb_playback_cell(p, 0, 2, OUT, 1).marks, WB_CELL_READ | WB_CELL_NEVER_WRITTEN);
  CHECK_INT(wb_playback_cell(p, 0, 2, OUT, 5).marks, WB_CELL_NEVER_WRITTEN);
  CHECK_INT(wb_playback_cell(p, 0, 2, A, 5).marks, 0);
  cell_is(p, 0, 2, OUT, 1, "");
  wb_playback_free(p);
  /* Who knows what a launch that was stopped would have written? */
  CHECK(wb_playback_open(&p, made.bytes, (size_t)made.length - 1, NULL) == WB_OK);
  CHECK_INT(wb_playback_cell(p, 0, 2, OUT, 5).marks, 0);
  wb_playback_free(p);
}

/* Each work-item has a private array of its own under one name. */
static void private_memory_is_the_work_items_own(void) {
  const struct wb_trace_array mine = {"mine", WB_MEMORY_PRIVATE, 4, 16, true, {0}};
  struct made made;
  made_begin(&made, &line);
  const struct wb_trace_place writes = {.line = 9,
                                        .array = wb_trace_put_array(&made.writer, &mine),
                                        .bytes = 4,
                                        .access = WB_ACCESS_WRITE,
                                        .lane_bytes = 4};
  const uint32_t place = wb_trace_put_place(&made.writer, &writes);
  group(&made, 0);
  for (uint64_t i = 0; i < 2; i++) {
    item(&made, i);
    touch(&made, place, 1, 50 + (int)i);
  }
  struct wb_playback *p = played(&made);
  trouble_is(p, 0, "");
  trouble_is(p, 1, "");
  cell_is(p, 0, 0, N_ARRAYS, 1, "50");
  cell_is(p, 0, 1, N_ARRAYS, 1, "51");
  struct wb_step_list list;
  wb_playback_touches(p, 0, N_ARRAYS, 1, &list);
  CHECK_INT(list.count, 2);
  wb_step_list_release(&list);
  wb_playback_free(p);
}

static void strides_stay_in_their_group(void) {
  struct made made;
  made_begin(&made, &line);
  for (uint64_t g = 0; g < 2; g++) {
    group(&made, g);
    for (uint64_t i = 0; i < 2; i++) {
      item(&made, i);
      touch(&made, WRITE + TILE, i, 1);
      wait_here(&made);
    }
    put(&made, WB_TRACE_PASS);
    for (uint64_t i = 0; i < 2; i++) {
      item(&made, i);
      touch(&made, READ + TILE, i, 1);
      put(&made, WB_TRACE_ITEM_END);
    }
    put(&made, WB_TRACE_GROUP_END);
  }
  /* 0 write, 1 wait, 2 write, 3 wait, 4 pass, 5 read, 6 end, 7 read, 8 end; 9 … */
  struct wb_playback *p = played(&made);
  const size_t start = WB_PLAYBACK_START, none = WB_PLAYBACK_NONE;
  CHECK_INT(wb_playback_group(p, 1)->first, 9);
  CHECK_INT(wb_playback_numbers(p, 1), 7);
  CHECK_INT(wb_playback_number(p, 9), 1);
  CHECK_INT(wb_playback_number(p, 16), 7);
  CHECK_INT(wb_playback_numbered(p, 1, 7), 16);
  CHECK(wb_playback_numbered(p, 1, 8) == none && wb_playback_numbered(p, 1, 0) == none);
  CHECK_INT(wb_playback_next(p, 0, start, WB_STRIDE_ACCESS, true), 0);
  CHECK_INT(wb_playback_next(p, 0, 5, WB_STRIDE_ACCESS, true), 7);
  CHECK(wb_playback_next(p, 0, 7, WB_STRIDE_ACCESS, true) == none);
  CHECK(wb_playback_next(p, 0, 0, WB_STRIDE_ACCESS, false) == none);
  CHECK_INT(wb_playback_next(p, 0, 0, WB_STRIDE_ITEM, true), 2);
  CHECK_INT(wb_playback_next(p, 0, 2, WB_STRIDE_ITEM, true), 5);
  CHECK_INT(wb_playback_next(p, 0, 5, WB_STRIDE_ITEM, true), 7);
  CHECK_INT(wb_playback_next(p, 0, 7, WB_STRIDE_ITEM, false), 5);
  CHECK_INT(wb_playback_next(p, 0, 0, WB_STRIDE_PHASE, true), 5);
  CHECK_INT(wb_playback_next(p, 0, 8, WB_STRIDE_PHASE, false), 5);
  CHECK_INT(wb_playback_next(p, 0, 5, WB_STRIDE_PHASE, false), 0);
  CHECK_INT(wb_playback_next(p, 1, start, WB_STRIDE_ACCESS, true), 9);
  CHECK(wb_playback_next(p, 1, 9, WB_STRIDE_ACCESS, false) == none);
  struct wb_step_list list;
  wb_playback_item_steps(p, 1, 1, &list);
  CHECK_INT(list.count, 4);
  CHECK(list.count == 4 && list.steps[0] == 11 && list.steps[3] == 17);
  wb_step_list_release(&list);
  wb_playback_free(p);
}

static void findings_lead_to_their_step(void) {
  struct made made;
  made_begin(&made, &cube);
  group(&made, 1);
  item(&made, 3);
  for (uint64_t i = 0; i < 4; i++) touch(&made, READ + A, i, 1);
  refuse(&made, READ + A, 8);
  touch(&made, WRITE + OUT, 1, 1);
  struct wb_playback *p = played(&made);
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS,
                               .line = 11,
                               .column = 3,
                               .array = "a",
                               .has_index = true,
                               .index = 8,
                               .has_item = true,
                               .first = {{{1, 1, 1}, {0, 1, 0}}}};
  CHECK_INT(wb_playback_find(p, &finding), 4);
  finding.kind = WB_UNINITIALIZED_READ;
  finding.index = 2;
  CHECK_INT(wb_playback_find(p, &finding), 2);
  finding.line = 99;
  CHECK(wb_playback_find(p, &finding) == WB_PLAYBACK_NONE);
  finding.line = 11;
  finding.first[0].item[0] = 0;
  CHECK(wb_playback_find(p, &finding) == WB_PLAYBACK_NONE);
  wb_playback_free(p);
}

static void cut_traces_play_as_far_as_they_go(void) {
  struct made made;
  struct wb_playback *p = NULL;
  struct wb_error err;
  made_begin(&made, &line);
  group(&made, 0);
  item(&made, 0);
  touch(&made, WRITE + OUT, 0, 1);
  const size_t cut = (size_t)made.length;
  touch(&made, WRITE + OUT, 1, 1);
  CHECK(wb_playback_open(&p, made.bytes, cut + 2, &err) == WB_OK);
  CHECK_INT(wb_playback_steps(p), 1);
  CHECK_STRING(wb_playback_missing(p), "The launch was stopped; this is what it did until then.");
  wb_playback_free(p);
  made.bytes[cut] = 77;
  CHECK(wb_playback_open(&p, made.bytes, cut + 2, &err) == WB_ERR_PROTOCOL);
  CHECK(p == NULL && strstr(err.message, "damaged") != NULL);
  CHECK(wb_playback_open(&p, "hello", 5, &err) == WB_ERR_PROTOCOL);
  CHECK(wb_playback_open(&p, NULL, 0, &err) == WB_ERR_PROTOCOL);
  wb_trace_finish(&made.writer);
}

static void launches_without_steps_can_be_asked(void) {
  struct made made;
  made_begin(&made, &line);
  struct wb_playback *p = played(&made);
  CHECK_INT(wb_playback_steps(p), 0);
  CHECK_INT(wb_playback_groups(p), 0);
  CHECK(!wb_playback_cell(p, 0, WB_PLAYBACK_START, A, 3).known);
  wb_playback_free(p);
}

/* Asks everything that can be asked. */
static void ask_all(const struct wb_playback *p) {
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < wb_playback_steps(p); i++) {
    const struct wb_step step = wb_playback_step(p, i);
    wb_playback_describe(p, i, &text);
    wb_playback_trouble(p, i, &text);
    for (enum wb_stride s = WB_STRIDE_ACCESS; s <= WB_STRIDE_TROUBLE; s++) {
      wb_playback_next(p, step.group, i, s, true);
      wb_playback_next(p, step.group, i, s, false);
    }
    if (step.array == WB_PLAYBACK_NONE || step.element < 0) continue;
    struct wb_step_list list;
    wb_playback_touches(p, step.group, step.array, (uint64_t)step.element, &list);
    CHECK(step.kind != WB_TRACE_ACCESS || list.count > 0);
    wb_step_list_release(&list);
    for (uint64_t e = 0; e < 3; e++) {
      wb_playback_cell(p, step.group, i, step.array, (uint64_t)step.element + e);
      wb_playback_cell_text(p, step.group, i, step.array, (uint64_t)step.element + e, &text);
    }
    wb_str_clear(&text);
  }
  wb_str_release(&text);
}

static void damaged_bytes_do_no_harm(void) {
  struct made made;
  made_begin(&made, &cube);
  for (uint64_t g = 0; g < 2; g++) {
    group(&made, g);
    for (uint64_t i = 0; i < 4; i++) {
      const float four[] = {1, 2, 3, 4};
      item(&made, i);
      touch(&made, READ + A, i, 3);
      touch(&made, WRITE + TILE, i & 1, 4);
      wb_trace_put_access(&made.writer, WRITE + VEC, 16 * (i & 1), four, 16, 0);
      refuse(&made, READ + OUT, (int64_t)i - 9);
      wait_here(&made);
    }
    put(&made, WB_TRACE_PASS);
    for (uint64_t i = 0; i < 4; i++) {
      item(&made, i);
      touch(&made, UPDATE, 7, 1);
    }
  }
  wb_trace_finish(&made.writer);
  const size_t length = (size_t)made.length;
  uint64_t seed = 88172645463325252U;
  size_t opened = 0;
  for (int round = 0; round < 6000; round++) {
    /* Without a spare byte, so that a sanitizer sees a read beyond. */
    unsigned char *copy = malloc(length);
    struct wb_playback *p = NULL;
    memcpy(copy, made.bytes, length);
    for (int k = 0; k <= round % 3; k++) {
      seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
      copy[seed % length] = (unsigned char)(seed >> 32);
    }
    if (wb_playback_open(&p, copy, round % 5 == 0 ? seed % length : length, NULL) == WB_OK) {
      opened++;
      ask_all(p);
    }
    wb_playback_free(p);
    free(copy);
  }
  CHECK(opened > 100);
}

/* A full trace opens at once, and asking costs the same anywhere in it. */
static void full_traces_open_fast(void) {
  const struct wb_trace_launch big = {.kernel = "k",
                                      .dimensions = 1,
                                      .global = {1 << 20, 1, 1},
                                      .local = {256, 1, 1},
                                      .subgroup = 32};
  enum { ROOM = 4 << 20 };
  const struct wb_trace_array array = {"a", WB_MEMORY_GLOBAL, 4, 4 << 20, false, {0}};
  const struct wb_trace_place reads = {.line = 1, .bytes = 4, .access = WB_ACCESS_READ};
  unsigned char *bytes = malloc(ROOM);
  struct wb_trace_writer w;
  struct wb_playback *p = NULL;
  uint64_t length = 0;
  wb_trace_begin(&w, bytes, ROOM, &length, &big);
  wb_trace_put_array(&w, &array);
  wb_trace_put_place(&w, &reads);
  for (uint64_t i = 0; i < 1 << 20; i++) {
    if (i % 256 == 0) wb_trace_put(&w, WB_TRACE_GROUP, i / 256);
    wb_trace_put(&w, WB_TRACE_ITEM, i % 256);
    wb_trace_put_access(&w, 0, i * 4, &i, 4, 0);
  }
  wb_trace_finish(&w);
  const clock_t start = clock();
  CHECK(wb_playback_open(&p, bytes, (size_t)length, NULL) == WB_OK);
  const double open_ms = (double)(clock() - start) * 1000 / CLOCKS_PER_SEC;
  printf("# %zu steps opened in %.1f ms\n", wb_playback_steps(p), open_ms);
  CHECK(open_ms < 3000); /* of the processor; a tenth of a second is usual */
  CHECK(strstr(wb_playback_missing(p), "were not recorded") != NULL);
  free(bytes);
  wb_playback_free(p);
}

int main(void) {
  tap_run("values fill in as they are written", values_fill_in_as_they_are_written);
  tap_run("what is not set is no number", what_is_not_set_is_no_number);
  tap_run("steps speak", steps_speak);
  tap_run("refusals say where the array ends", refusals_say_where_the_array_ends);
  tap_run("barriers part what would collide", barriers_part_what_would_collide);
  tap_run("atomics collide with plain accesses alone", atomics_collide_with_plain_accesses_alone);
  tap_run("groups collide in global memory at any time",
          groups_collide_in_global_memory_at_any_time);
  tap_run("neighbouring bytes do not collide", neighbouring_bytes_do_not_collide);
  tap_run("local memory that nobody wrote stands out", local_memory_that_nobody_wrote_stands_out);
  tap_run("outputs that are left out stand out", outputs_that_are_left_out_stand_out);
  tap_run("private memory is the work-item's own", private_memory_is_the_work_items_own);
  tap_run("strides stay in their group", strides_stay_in_their_group);
  tap_run("findings lead to their step", findings_lead_to_their_step);
  tap_run("cut traces play as far as they go", cut_traces_play_as_far_as_they_go);
  tap_run("launches without steps can be asked", launches_without_steps_can_be_asked);
  tap_run("damaged bytes do no harm", damaged_bytes_do_no_harm);
  tap_run("full traces open fast", full_traces_open_fast);
  return tap_finish();
}
