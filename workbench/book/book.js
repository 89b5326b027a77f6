// What a script can add to a book; all of it can be read without.
"use strict";

// A link to something that is folded unfolds it.
function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target; fold; fold = fold.parentElement)
    if (fold.tagName === "DETAILS") fold.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", unfoldTarget);
if (location.hash) unfoldTarget();

// Paper cannot be unfolded.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("details:not([open])")];
  for (const fold of unfolded) fold.open = true;
});
addEventListener("afterprint", () => {
  for (const fold of unfolded) fold.open = false;
});
