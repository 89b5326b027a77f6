" OpenCL C is edited as C is. Where you have a plugin for it, that comes first, and this does nothing.
if exists('b:did_ftplugin')
  finish
endif
runtime! ftplugin/c.vim
