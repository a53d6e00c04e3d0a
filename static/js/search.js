/* Finding a taxpayer without leaving the keyboard.

   In the box: ↓ enters the list; Enter opens the only result, or enters the list when there are several.
   In the list: ↑ ↓ Home End move; Enter opens, as on any link; Escape, or typing, goes back to the box.
   Without this file the box is a form and the list is a table of links. */
(function () {
  "use strict";

  const box = document.querySelector("[data-search-box]");
  const results = document.querySelector("#taxpayer-results");
  if (!box || !results) return;

  let sent = null; // the text of the question on its way
  let shown = box.value; // the text that the list answers
  let entering = false; // Enter was pressed before the answer came

  const links = () => [...results.querySelectorAll("[data-results] a")];

  function enter() {
    const found = links();
    if (found.length === 1) found[0].click();
    else if (found.length) found[0].focus();
  }

  function onBoxKey(event) {
    if (event.key === "ArrowDown" && links().length) {
      event.preventDefault();
      links()[0].focus();
    } else if (event.key === "Enter" && window.htmx && box.value.trim()) {
      event.preventDefault();
      if (shown === box.value) enter();
      else entering = true;
    }
  }

  function onListKey(event) {
    const found = links();
    const at = found.indexOf(document.activeElement);
    if (at < 0) return;
    const target = {
      ArrowDown: found[Math.min(at + 1, found.length - 1)],
      ArrowUp: at ? found[at - 1] : box,
      Home: found[0],
      End: found[found.length - 1],
      Escape: box,
    }[event.key];
    const typing = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (target) {
      event.preventDefault();
      target.focus();
    } else if (typing) {
      box.focus(); // the key then writes in the box
    }
  }

  box.addEventListener("keydown", onBoxKey);
  box.addEventListener("input", () => { entering = false; });
  results.addEventListener("keydown", onListKey);
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt === box) sent = box.value;
  });
  results.addEventListener("htmx:afterSettle", () => {
    shown = sent;
    if (entering && shown === box.value) enter();
    entering = false;
  });
})();
