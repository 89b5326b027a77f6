-- expect: 3: near <eof>
return require("puzzle").kernel { title = function()
