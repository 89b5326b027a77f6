/* Pages of 2 MiB for memory that is used as a whole. With pages of 4 KiB a machine that runs under
 * a hypervisor spends several times as long on the first use of an array as on what is done with
 * it. */
#ifndef WB_BASE_LARGE_PAGES_H
#define WB_BASE_LARGE_PAGES_H

#include <stddef.h>

enum { WB_LARGE_PAGE = 2 << 20 };

/* A block of at least that alignment for free(), NULL where there is no memory. One that fills a
 * large page begins with one, and has them if the system grants them; its bytes are not set. */
void *wb_large_pages_alloc(size_t bytes, size_t alignment);

/* The same for blocks that are too small for such pages: their small pages at once, where they will
 * all be used soon. A wish, too. */
void wb_pages_get(void *block, size_t bytes);

/* The pages that these bytes are on, in one call, which costs less than the use of each that is not
 * there yet. A wish, too. */
void wb_pages_touch(void *at, size_t bytes);

/* The heap keeps `kept` bytes that are freed, at most 32 MiB, in place of giving them back, also
 * those of large blocks; and has the first `room` of them at once, where that is 64 KiB or
 * more. */
void wb_heap_keep(size_t room, size_t kept);

/* Private memory of zeros for munmap(), NULL where there is none. Its byte `lead`, a multiple of
 * 4 KiB, begins a large page, and those are had if the system grants them. Untouched, it takes
 * none. */
void *wb_large_pages_map(size_t bytes, size_t lead);

/* The same for the code and constants of this program, where they are read from the disk from now
 * on: to be called first thing in a program of many megabytes. */
void wb_large_pages_wish_program(void);

#endif
