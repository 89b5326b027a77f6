" Vim takes *.cl for Lisp; what the workbench opens is OpenCL C.
autocmd BufNewFile,BufRead *.cl set filetype=opencl
