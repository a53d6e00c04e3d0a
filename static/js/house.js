/* The few behaviours of the house. Each is asked for in the markup; every page works without this file.

   data-autofocus          takes the focus on arrival (an error summary takes it first)
   data-shortcut="F2"      also "Alt+C", "Enter" (only when no control has the focus): presses the link or button, or
                           enters the field, and shows the key beside it
   data-print="#frame"     prints that frame, or the page when empty
   data-then-focus="#next" moves the focus there once pressed
   input.date              repeats the date in words below the field
   input.amount            writes the amount with its commas and cents when left
   form[method=post]       is sent once; data-repeatable lets it be sent again (a download) */
(function () {
  "use strict";

  const INTERACTIVE = "a, button, input, select, textarea, summary, iframe";

  // --- focus -------------------------------------------------------------------------------------------------

  function focusFirst() {
    if (location.hash) return;
    const target = document.querySelector(".error-summary") || document.querySelector("[data-autofocus]");
    if (!target) return;
    target.focus();
    if (target.matches("input") && target.value) target.select();
  }

  // --- shortcuts ---------------------------------------------------------------------------------------------

  function showShortcut(element) {
    if (element.hasAttribute("aria-keyshortcuts")) return;
    const key = element.dataset.shortcut;
    element.setAttribute("aria-keyshortcuts", key);
    const hint = document.createElement("kbd");
    hint.className = "shortcut";
    hint.setAttribute("aria-hidden", "true");
    hint.textContent = key;
    const label = element.labels && element.labels[0];
    if (label) label.append(" ", hint);
    else element.append(hint);
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.getModifierState("AltGraph")) return "";
    // Alt changes the character that a key writes on some keyboards: its place on the board does not.
    const key = event.altKey ? event.code.replace(/^(Key|Digit)/, "") : event.key;
    return (event.altKey ? "Alt+" : "") + key;
  }

  function visible(element) {
    return element.offsetParent !== null && !element.disabled;
  }

  function onKey(event) {
    const key = pressed(event);
    if (!key || event.repeat) return;
    if (key === "Enter" && event.target.closest(INTERACTIVE)) return;
    const selector = `[data-shortcut="${CSS.escape(key)}"]`;
    const found = [...document.querySelectorAll(`main ${selector}`), ...document.querySelectorAll(selector)].find(visible);
    if (!found) return;
    event.preventDefault();
    found.focus();
    if (found.matches("a, button, summary, [type=radio], [type=checkbox]")) found.click();
    else if (found.select) found.select();
  }

  function onClick(event) {
    const printer = event.target.closest("[data-print]");
    if (printer) {
      const frame = printer.dataset.print && document.querySelector(printer.dataset.print);
      if (frame) frame.contentWindow.focus();
      (frame ? frame.contentWindow : window).print();
    }
    const mover = event.target.closest("[data-then-focus]");
    const next = mover && document.querySelector(mover.dataset.thenFocus);
    if (next) next.focus();
  }

  // --- dates and amounts -------------------------------------------------------------------------------------

  function dateInWords(text) {
    const parts = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4})\s*$/.exec(text);
    if (!parts) return "";
    const [day, month, year] = parts.slice(1).map(Number);
    const date = new Date(year, month - 1, day);
    if (date.getMonth() !== month - 1 || date.getDate() !== day) return "";
    return date.toLocaleDateString(document.documentElement.lang, {
      weekday: "long", day: "numeric", month: "long", year: "numeric",
    });
  }

  function echoDate(field) {
    if (field.dateEcho) return;
    field.dateEcho = document.createElement("output");
    field.dateEcho.className = "date-echo";
    field.dateEcho.htmlFor = field.id;
    field.after(field.dateEcho);
    const write = () => { field.dateEcho.textContent = dateInWords(field.value); };
    field.addEventListener("input", write);
    write();
  }

  function tidyAmount(field) {
    // As the server reads it: what it would refuse stays as typed, never turned into another amount.
    const parts = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(field.value);
    if (!parts) return;
    const dollars = parts[1].replace(/,/g, "").replace(/^0+(?=\d)/, "");
    if (!dollars) return;
    field.value = `${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${(parts[2] || "").padEnd(2, "0")}`;
  }

  // --- a form is sent once -------------------------------------------------------------------------------------

  function onSubmit(event) {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || "repeatable" in form.dataset) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "true";
    const button = event.submitter;
    if (!button) return;
    // A disabled button is left out of what is sent: wait until the browser has read the form.
    setTimeout(() => {
      button.setAttribute("aria-busy", "true");
      button.disabled = true;
      if (button.matches("button.btn")) {
        button.houseContent = [...button.childNodes];
        button.replaceChildren(button.dataset.saving || document.body.dataset.saving);
      }
    });
  }

  // Back brings the page as it was left: let it be sent again (the server knows a repeated request by its key).
  function onReturn() {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
    for (const button of document.querySelectorAll("[aria-busy=true]:disabled")) {
      button.disabled = false;
      button.removeAttribute("aria-busy");
      if (button.houseContent) button.replaceChildren(...button.houseContent);
    }
  }

  // --- paper: every sum unfolded ---------------------------------------------------------------------------------

  function unfold() {
    for (const steps of document.querySelectorAll("details.steps:not([open])")) {
      steps.open = true;
      steps.dataset.unfolded = "";
    }
  }

  function fold() {
    for (const steps of document.querySelectorAll("details[data-unfolded]")) {
      steps.open = false;
      delete steps.dataset.unfolded;
    }
  }

  // ---------------------------------------------------------------------------------------------------------------

  function dress(root) {
    root.querySelectorAll("[data-shortcut]").forEach(showShortcut);
    root.querySelectorAll("input.date").forEach(echoDate);
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("change", (event) => {
    if (event.target.matches("input.amount")) tidyAmount(event.target);
  });
  document.addEventListener("htmx:load", (event) => dress(event.detail.elt));
  window.addEventListener("pageshow", onReturn);
  window.addEventListener("beforeprint", unfold);
  window.addEventListener("afterprint", fold);
  dress(document);
  focusFirst();
})();
