" What the workbench's judge found in the kernel, where Vim has the terminal to itself and nothing
" can stand above it: below the lines concerned, and in the quickfix list (:cnext goes to the next).
if exists('g:loaded_workbench_findings') || empty($WORKBENCH_FINDINGS)
  finish
endif
let g:loaded_workbench_findings = 1

highlight default link workbenchError WarningMsg
highlight default link workbenchWarning Question
highlight default link workbenchNote Comment
let s:groups = {'e': 'workbenchError', 'w': 'workbenchWarning', 'n': 'workbenchNote'}
let s:signs = &encoding ==# 'utf-8' ? {'e': '✗ ', 'w': '! ', 'n': '○ '} : {'e': 'X ', 'w': '! ', 'n': 'o '}
let s:below = has('nvim-0.6') ? 'nvim' : has('textprop') && has('patch-9.0.0121') ? 'vim' : ''

" Lines of at most so many columns, which are broken at blanks.
function! s:wrap(text, columns) abort
  let lines = ['']
  for word in split(a:text, ' ')
    if lines[-1] !=# '' && strdisplaywidth(lines[-1] . ' ' . word) > a:columns
      call add(lines, '  ' . word)
    else
      let lines[-1] .= (lines[-1] ==# '' ? '' : ' ') . word
    endif
  endfor
  return lines
endfunction

function! s:put_below(item) abort
  let group = get(s:groups, a:item.type, 'workbenchError')
  let lines = s:wrap(get(s:signs, a:item.type, '') . a:item.text, winwidth(0) - 8)
  if s:below ==# 'nvim'
    let options = {'virt_lines': map(lines, {_, line -> [[line, group]]})}
    call nvim_buf_set_extmark(a:item.bufnr, s:namespace, a:item.lnum - 1, 0, options)
  else
    for line in lines
      call prop_add(a:item.lnum, 0, {'type': group, 'text': line, 'text_align': 'below', 'bufnr': a:item.bufnr})
    endfor
  endif
endfunction

function! s:prepare() abort
  if s:below ==# 'nvim'
    let s:namespace = nvim_create_namespace('workbench')
  else
    for group in values(s:groups)
      call prop_type_add(group, {'highlight': group})
    endfor
  endif
endfunction

" A Vim that has no text below lines shows the list, which ends with the last other window.
function! s:open_list(count) abort
  execute 'copen' min([a:count, 5])
  wincmd p
  autocmd QuitPre * if winnr('$') <= 2 | cclose | endif
endfunction

function! s:show() abort
  if !filereadable($WORKBENCH_FINDINGS)
    return
  endif
  let format = '%f:%l:%c: %trror: %m,%f:%l:%c: %tarning: %m,%f:%l:%c: %tote: %m'
  let items = getqflist({'lines': readfile($WORKBENCH_FINDINGS), 'efm': format}).items
  call filter(items, {_, item -> item.valid && item.lnum <= line('$')})
  call setqflist([], ' ', {'items': items, 'title': 'What the workbench found'})
  if s:below ==# ''
    call s:open_list(len(items))
    return
  endif
  call s:prepare()
  for item in items
    call s:put_below(item)
  endfor
endfunction

augroup workbench_findings
  autocmd!
  autocmd VimEnter * call s:show()
augroup END
