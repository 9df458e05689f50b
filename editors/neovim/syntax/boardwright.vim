" Rule files of board games. The words are compared with those of the language by a test.
if exists('b:current_syntax')
  finish
endif

syn case match

syn keyword boardwrightItem columns named numbered drawn links wraps stacks going from each turn let
syn keyword boardwrightShape square hex graph side star triangle
syn keyword boardwrightControl when do ensure maximize as where if then else match for while choose may again return
syn keyword boardwrightStatement put remove move give to top bottom
syn keyword boardwrightLook fill border mark label line wall shape color name beside hide caption
syn keyword boardwrightWord and or not in within except of at
syn keyword boardwrightCheck only
syn keyword boardwrightResult wins loses draw never most fewest no ties
syn keyword boardwrightType int ints bool dirs player
syn keyword boardwrightConstant true false off nothing
syn keyword boardwrightDirection N NE E SE S SW W NW
" Generated from the words of the language.
syn keyword boardwrightItem action also always author board def effect end example extends game language legend look map
syn keyword boardwrightItem neutral param piece players replace setup var without year
syn keyword boardwrightCheck expect illegal legal moves perft play position result set
syn keyword boardwrightBuiltin edge corner center dark light rows row column cell cells width height orthogonal diagonal
syn keyword boardwrightBuiltin all forward backward sideways ahead toward opposite dx dy dir step shift neighbors ray
syn keyword boardwrightBuiltin first hop leap between distance group groups connects lines empty occupied pieces own
syn keyword boardwrightBuiltin enemy owner kind mover next rival after number kinds count some none every sum max min
syn keyword boardwrightBuiltin abs union the reach ply stuck possible repeated
" End of the generated lines.

syn match boardwrightNumber /\<\d\+\>/
syn match boardwrightCell /\<\l\{1,2}[1-9]\d*\>/
syn match boardwrightPlayer /\<\u\w*[a-z]\w*\>/
syn match boardwrightOperator /[-+*\/%<>=&|!]\|\.\./
" A row of a picture: single characters, the first one of which may stand behind a brace.
syn match boardwrightPicture /^\s*[^ \t{}\/"]\%(\s\+[^ \t{}\/"]\)\+\ze\s*\%(}\s*\|\/\/.*\)\=$/
syn region boardwrightText start=/"/ end=/"/ oneline contains=boardwrightHole
syn match boardwrightHole /{[^}"]*}/ contained
syn match boardwrightTitle /\%(\<\%(game\|author\|extends\|example\|columns\)\s\+\)\@<="[^"]*"/
syn match boardwrightComment /\/\/.*$/ contains=@Spell
syn match boardwrightDoc /\/\/\/.*$/ contains=@Spell

hi def link boardwrightItem Keyword
hi def link boardwrightShape Type
hi def link boardwrightControl Conditional
hi def link boardwrightStatement Statement
hi def link boardwrightLook Statement
hi def link boardwrightWord Operator
hi def link boardwrightCheck Statement
hi def link boardwrightResult Statement
hi def link boardwrightType Type
hi def link boardwrightConstant Constant
hi def link boardwrightDirection Constant
hi def link boardwrightBuiltin Function
hi def link boardwrightNumber Number
hi def link boardwrightCell Constant
hi def link boardwrightPlayer Identifier
hi def link boardwrightOperator Operator
hi def link boardwrightPicture String
hi def link boardwrightText String
hi def link boardwrightHole Special
hi def link boardwrightTitle String
hi def link boardwrightComment Comment
hi def link boardwrightDoc SpecialComment

let b:current_syntax = 'boardwright'
