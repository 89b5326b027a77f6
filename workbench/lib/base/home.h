/* The places of a person on this machine. */
#ifndef WB_BASE_HOME_H
#define WB_BASE_HOME_H

/* $HOME, else what the system's user list says; NULL where neither is an
 * absolute path. The caller frees. */
char *wb_home_path(void);

/* The value of an environment variable that names a folder by an absolute
 * path; NULL where it is unset, empty or relative (which the XDG base
 * directory specification says to ignore). Valid until the environment changes. */
const char *wb_absolute_env(const char *name);

#endif
