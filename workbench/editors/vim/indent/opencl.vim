if exists('b:did_indent')
  finish
endif
runtime! indent/c.vim
