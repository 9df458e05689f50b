" Rule files are indented by two spaces; `gq` keeps their comments comments; `:BoardwrightExplainSpeed` marks what is slow.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=:///,://
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=2 softtabstop=2

if has('nvim')
  command! -buffer BoardwrightExplainSpeed lua require('boardwright').explain_speed()
endif

let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< expandtab< shiftwidth< softtabstop<'
      \ . ' | silent! delcommand -buffer BoardwrightExplainSpeed'
