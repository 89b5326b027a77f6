-- expect: : returns a number
return 5
