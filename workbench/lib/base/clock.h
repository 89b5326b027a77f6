/* Time that only moves forward. */
#ifndef WB_BASE_CLOCK_H
#define WB_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since an arbitrary start (CLOCK_MONOTONIC). */
uint64_t wb_clock_ns(void);

/* Milliseconds since `start_ns`, a value of wb_clock_ns(). */
double wb_elapsed_ms(uint64_t start_ns);

/* The shorter of two timeouts of poll(2) in milliseconds, where -1 waits for ever. */
int wb_shorter_timeout(int a, int b);

#endif
