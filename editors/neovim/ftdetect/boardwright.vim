" Rule files of board games.
autocmd BufRead,BufNewFile *.game setfiletype boardwright
