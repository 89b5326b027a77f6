-- expect: 4: '}' expected (to close '{' at line 2) near 'cases'
return require("puzzle").kernel {
  title = "x"
  cases = {}
}
