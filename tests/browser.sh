# A browser without a window, for tests of web pages: source it after tap.sh.

# browse ARGUMENTS...: of the browser, which runs without a window. As root it has no sandbox of its
# own.
browse() {
  local as_root=()
  [ "$(id -u)" -ne 0 ] || as_root=(--no-sandbox)
  timeout 300 "$browser" --headless --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$TMP/profile" "${as_root[@]}" "$@"
}

# find_browser: skips all where none is installed or none runs.
find_browser() {
  browser=
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && { browser=$name; break; }
  done
  [ -n "$browser" ] || skip_all "no Chromium is installed (package chromium-headless-shell)"
  export HOME=$TMP/home
  mkdir -p "$HOME"
  echo '<!DOCTYPE html><title>x</title><script>document.title = "ran"</script>' >"$TMP/first.html"
  local first
  first=$(browse --dump-dom "file://$TMP/first.html" 2>&1)
  grep -q '<title>ran</title>' <<<"$first" ||
    skip_all "$browser does not run here: $(grep -i -m 1 'error\|fatal' <<<"$first" || echo "it says nothing")"
}

# consoles FOLDER PAGE...: what the console has of them, which is nothing.
consoles() {
  local folder=$1 page
  shift
  for page in "$@"; do
    browse --enable-logging=stderr --dump-dom "file://$folder/$page" 2>&1 >/dev/null | grep CONSOLE | sed "s,^,$page: ,"
  done
}

# probe SITE PAGES ARGUMENTS...: what tests/cli/book_probe.html says of the pages.
probe() {
  local folder=$1 pages=$2
  shift 2
  cp "$ROOT/tests/cli/book_probe.html" "$folder/probe.html"
  browse --allow-file-access-from-files --virtual-time-budget=60000 --dump-dom "$@" "file://$folder/probe.html#$pages" 2>/dev/null |
    sed -n '/<pre id="result">/,/<\/pre>/p' | sed 's/<[^>]*>//g; s/&gt;/>/g; s/&lt;/</g; /^$/d'
  rm "$folder/probe.html"
}

# paper PAGE NAME: prints it, and says how many pages that are.
paper() {
  browse --no-pdf-header-footer --print-to-pdf="$TMP/$2.pdf" "file://$1" >/dev/null 2>&1
  head -c 5 "$TMP/$2.pdf" 2>/dev/null
  grep -ac '/Type /Page$' "$TMP/$2.pdf"
}
