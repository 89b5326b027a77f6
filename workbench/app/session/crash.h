/* The terminal comes back, whatever happens.
 *
 * While the screen is up, standard error goes to a memory file, so that a
 * library's words do not land in the middle of a pane; they are printed when
 * the screen is gone. A crash (SIGSEGV, SIGABRT and their like) brings the
 * terminal back by async-signal-safe calls alone, prints what was kept, says
 * what happened, and lets the signal do its work. */
#ifndef WB_SESSION_CRASH_H
#define WB_SESSION_CRASH_H

#include <stddef.h>

/* Installs the handlers; keeps standard error from here on. */
void wb_crash_begin(void);

/* Prints what was kept on standard error, and puts the handlers back. */
void wb_crash_end(void);

/* In a child that was forked: the defaults again, without any output. */
void wb_crash_forget(void);

/* The modes of the terminal at `fd`, to be set again after a crash. */
void wb_crash_remember_modes(int fd);

/* The bytes that end full-screen mode; NULL: it is over. Copied. */
void wb_crash_terminal(const char *restore, size_t length);

/* A descriptor of the standard error from before, for an editor. */
int wb_crash_stderr(void);

#endif
