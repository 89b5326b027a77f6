/* What a driver and its LLVM lose is not our leak. For a program that has a driver in its own process,
 * included once. */
#ifndef WB_TESTS_DRIVER_LEAKS_H
#define WB_TESTS_DRIVER_LEAKS_H

__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libpocl\nleak:libLLVM\n"; }

#endif
