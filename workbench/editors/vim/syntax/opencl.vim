" OpenCL C: C, and what OpenCL adds to it. Where you have a file for it, that comes first, and this
" does nothing.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/c.vim
unlet! b:current_syntax

syntax keyword openclQualifier __kernel kernel __global global __local local __constant constant
syntax keyword openclQualifier __private private __generic generic __read_only read_only
syntax keyword openclQualifier __write_only write_only __read_write read_write pipe uniform
syntax keyword openclType half uchar ushort uint ulong event_t sampler_t queue_t ndrange_t
syntax keyword openclType clk_event_t reserve_id_t cl_mem_fence_flags memory_order memory_scope
syntax match openclType "\<\%(u\=\%(char\|short\|int\|long\)\|float\|double\|half\)\%(2\|3\|4\|8\|16\)\>"
syntax match openclType "\<image[123]d\%(_array\|_buffer\)\=\%(_depth\)\=_t\>"
syntax match openclBuiltin "\<get_\l[a-z_]*\ze\s*("
syntax match openclBuiltin "\<\%(work_group\|sub_group\|atomic\|atom\|async_work_group\|convert\|as\|native\|half\|read_image\|write_image\)_\=[a-z0-9_]\+\ze\s*("
syntax match openclBuiltin "\<v\%(load\|store\)_\=[a-z0-9_]\+\ze\s*("
syntax keyword openclBuiltin barrier mem_fence read_mem_fence write_mem_fence wait_group_events
syntax keyword openclBuiltin prefetch printf abs clamp dot cross fma mad mad24 max min mix mul24
syntax keyword openclBuiltin normalize select shuffle sign sqrt rsqrt exp log pow sin cos tan floor
syntax keyword openclBuiltin ceil round fabs fmin fmax fmod isnan isinf length distance step
syntax match openclConstant "\<CLK_[A-Z0-9_]\+\>"
syntax keyword openclConstant true false INFINITY NAN MAXFLOAT

highlight default link openclQualifier StorageClass
highlight default link openclType Type
highlight default link openclBuiltin Function
highlight default link openclConstant Constant

let b:current_syntax = 'opencl'
