#include "emulator/run/marks.h"

#include <string.h>
#include <sys/mman.h>

#include "emulator/run/packed.h"

enum { PAGE = 4096 };

static uint64_t cells_of(const struct wbrt_object *object) {
  return (object->size >> object->granule_shift) + 1;
}

uint64_t wb_touch_words(const struct wbrt_object *object) {
  return (cells_of(object) + WB_MARKS_A_WORD - 1) / WB_MARKS_A_WORD;
}

static uint64_t *map_words(uint64_t words, int sharing) {
  void *at = mmap(NULL, words * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                  sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

bool wb_touch_init(struct wb_touch_marks *marks, const struct wbrt_object *object, bool reads,
                   int sharing) {
  const uint64_t words = wb_touch_words(object);
  marks->touched = map_words(words, sharing);
  marks->written = map_words(words, sharing);
  marks->read = reads ? map_words(words, sharing) : NULL;
  return marks->touched != NULL && marks->written != NULL && (marks->read != NULL || !reads);
}

static void unmap_words(uint64_t *at, uint64_t words) {
  if (at != NULL) munmap(at, words * sizeof(uint64_t));
}

void wb_touch_release(struct wb_touch_marks *marks, const struct wbrt_object *object) {
  const uint64_t words = wb_touch_words(object);
  unmap_words(marks->touched, words);
  unmap_words(marks->written, words);
  unmap_words(marks->read, words);
  *marks = (struct wb_touch_marks){0};
}

static const struct wbrt_history *history_at(const struct wbrt_run *run, uint64_t word) {
  return &run->histories[word >> WBRT_CELL_INDEX_SHIFT];
}

static bool history_writes(const struct wbrt_history *history) {
  return history->entry[WBRT_CLASS_WRITE][0] != 0 ||
         history->entry[WBRT_CLASS_ATOMIC_WRITE][0] != 0;
}

/* An atomic operation that writes has read. */
static bool history_reads(const struct wbrt_history *history) {
  return history->entry[WBRT_CLASS_READ][0] != 0 ||
         history->entry[WBRT_CLASS_ATOMIC_READ][0] != 0 ||
         history->entry[WBRT_CLASS_ATOMIC_WRITE][0] != 0;
}

/* What up to 64 cells say; most are compact. */
struct cells {
  uint64_t touched, written, read, histories;
};

static uint64_t bits_of_all(uint64_t count) {
  return count == WB_MARKS_A_WORD ? UINT64_MAX : (1ULL << count) - 1;
}

/* Cells of a word each that nobody has touched, or all from one place of the program, as a row of
 * work-items does: whether they are so. A bit for each takes several times as long. */
static bool look_at_alike(const struct wbrt_cell *cells, uint64_t count, struct cells *found) {
  const uint64_t writes = WBRT_CELL_SITE_MASK << WBRT_CELL_WRITE_SHIFT;
  const uint64_t reads = WBRT_CELL_SITE_MASK << WBRT_CELL_READ_SHIFT;
  uint64_t all = UINT64_MAX, any = 0;
  for (uint64_t i = 0; i < count; i++) {
    all &= cells[i].word;
    any |= cells[i].word;
  }
  *found = (struct cells){.touched = (any & (writes | reads)) != 0 ? bits_of_all(count) : 0,
                          .written = (any & writes) != 0 ? bits_of_all(count) : 0,
                          .read = (any & reads) != 0 ? bits_of_all(count) : 0};
  const bool untouched = (any & ~(uint64_t)WBRT_CELL_SET) == 0;
  const bool from_one_place = ((all ^ any) & (writes | reads)) == 0 && found->touched != 0;
  return (any & WBRT_CELL_FULL) == 0 && (untouched || from_one_place);
}

static struct cells look_at_each(const struct wbrt_run *run, const struct wbrt_object *object,
                                 uint64_t first, uint64_t count) {
  struct cells found = {0};
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t word = wb_cell_word(run, object, object->race, first + i);
    const bool writes = (word >> WBRT_CELL_WRITE_SHIFT & WBRT_CELL_SITE_MASK) != 0;
    const bool reads = (word >> WBRT_CELL_READ_SHIFT & WBRT_CELL_SITE_MASK) != 0;
    found.touched |= (uint64_t)((word & ~(uint64_t)WBRT_CELL_SET) != 0) << i;
    found.written |= (uint64_t)writes << i;
    found.read |= (uint64_t)reads << i;
    found.histories |= (word & WBRT_CELL_FULL) << i;
  }
  found.written &= ~found.histories;
  found.read &= ~found.histories;
  return found;
}

static struct cells look_at(const struct wbrt_run *run, const struct wbrt_object *object,
                            uint64_t first, uint64_t count) {
  struct cells found;
  if (object->packed || !look_at_alike(object->race + first, count, &found))
    found = look_at_each(run, object, first, count);
  return found;
}

static void mark_cells(const struct wbrt_run *run, const struct wbrt_object *object, uint64_t first,
                       uint64_t count, const struct wb_touch_marks *marks) {
  struct cells found = look_at(run, object, first, count);
  const uint64_t at = first / WB_MARKS_A_WORD;
  for (uint64_t i = 0; i < count && found.histories != 0; i++) {
    if ((found.histories >> i & 1) == 0) continue;
    const struct wbrt_history *history =
        history_at(run, wb_cell_word(run, object, object->race, first + i));
    if (history_writes(history)) found.written |= 1ULL << i;
    if (history_reads(history)) found.read |= 1ULL << i;
  }
  if (found.touched != 0) marks->touched[at] = found.touched;
  if (found.written != 0) marks->written[at] = found.written;
  if (found.read != 0 && marks->read != NULL) marks->read[at] = found.read;
}

static void mark_page(const struct wbrt_run *run, const struct wbrt_object *object, uint64_t first,
                      uint64_t count, const struct wb_touch_marks *marks) {
  for (uint64_t done = 0; done < count; done += WB_MARKS_A_WORD) {
    const uint64_t left = count - done;
    mark_cells(run, object, first + done, left < WB_MARKS_A_WORD ? left : WB_MARKS_A_WORD, marks);
  }
}

/* Pages that were never touched are not looked at: reading them maps them. */
void wb_touch_of(const struct wbrt_run *run, const struct wbrt_object *object,
                 const struct wb_touch_marks *marks) {
  enum { WORDS_A_PAGE = PAGE / sizeof(struct wbrt_cell), PAGES = 512 };
  const uint64_t cells = cells_of(object);
  const uint64_t in_word =
      object->packed ? (uint64_t)WBRT_PACKED_BYTES >> object->granule_shift : 1;
  const uint64_t in_page = WORDS_A_PAGE * in_word;
  if (wb_lockstep_mark(run, object, marks)) return;
  for (uint64_t first = 0; first < cells; first += PAGES * in_page) {
    unsigned char there[PAGES];
    uint64_t count = cells - first;
    if (count > PAGES * in_page) count = PAGES * in_page;
    const uint64_t pages = (count + in_page - 1) / in_page;
    if (mincore((void *)(uintptr_t)(object->race + first / in_word), pages * PAGE, there) != 0)
      memset(there, 1, sizeof there);
    for (uint64_t page = 0; page < pages; page++) {
      const uint64_t left = count - page * in_page;
      if ((there[page] & 1) != 0)
        mark_page(run, object, first + page * in_page, left < in_page ? left : in_page, marks);
    }
  }
}
