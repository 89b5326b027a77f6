// expect: compile-error
// why: Includes the solution.

#include "../../solutions/01-map/accepted.cl"
