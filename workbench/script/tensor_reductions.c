#include "script/tensor_ops.h"

const luaL_Reg wb_tensor_reductions[] = {{NULL, NULL}};
