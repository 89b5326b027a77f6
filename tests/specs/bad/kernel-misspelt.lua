-- expect: 2: attempt to call a nil value (field 'kernal')
return require("puzzle").kernal { }
