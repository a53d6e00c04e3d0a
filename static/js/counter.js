/* The counter, in four parts. Without this file every field is on the page and the server asks for what is missing.

   Means of payment: only the fields that each kind needs, and one more when asked.
   Discount: taking it puts the amount that settles the account.
   Exact: fills in what is still missing, in this means of payment.
   Draft: what was typed survives a session that ended meanwhile, in this tab only, until the next page of the counter. */
(function () {
  "use strict";

  // --- means of payment ----------------------------------------------------------------------------------------

  const INSTRUMENTS = ["personal_cheque", "certified_cheque", "managers_cheque", "postal_order", "bank_order"];
  const tenders = Array.from(document.querySelectorAll("[data-tender]"));
  const more = document.querySelector("[data-add-tender]");

  function showNeeded(tender) {
    const kind = tender.querySelector("select[name$='-kind']").value;
    const names = INSTRUMENTS.includes(kind) ? ["instrument", kind] : [kind];
    tender.querySelectorAll("[data-for]").forEach(function (part) {
      part.hidden = !part.dataset.for.split(" ").some((name) => names.includes(name));
    });
  }

  function spares() {
    return tenders.filter((tender) => tender.hidden);
  }

  tenders.forEach(function (tender) {
    showNeeded(tender);
    tender.hidden = "spare" in tender.dataset;
    tender.addEventListener("change", () => showNeeded(tender));
  });

  if (more) {
    more.hidden = spares().length === 0;
    more.addEventListener("click", function () {
      const next = spares()[0];
      next.hidden = false;
      next.querySelector("select").focus();
      more.hidden = spares().length === 0;
    });
  }

  // --- discount ------------------------------------------------------------------------------------------------

  document.querySelectorAll("[data-discounted]").forEach(function (choice) {
    choice.addEventListener("change", function (event) {
      const amount = choice.closest("fieldset").querySelector("[name$='-amount']");
      amount.value = event.target.checked ? choice.dataset.discounted : choice.dataset.owed;
      amount.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });

  // --- exact ---------------------------------------------------------------------------------------------------

  const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

  function cents(field) {
    const parts = AMOUNT.exec(field.value.trim());
    return parts ? Number(parts[1].replace(/,/g, "") + (parts[2] || "").padEnd(2, "0")) : 0;
  }

  function sum(fields) {
    return fields.reduce((total, field) => total + cents(field), 0);
  }

  function fillExact(handed) {
    const toPay = Array.from(document.querySelectorAll("[name^='cuenta-'][name$='-amount']"));
    const others = Array.from(document.querySelectorAll("[name^='medio-'][name$='-handed']"));
    const missing = sum(toPay) - sum(others.filter((field) => field !== handed));
    if (missing > 0) handed.value = `${Math.floor(missing / 100)}.${String(missing % 100).padStart(2, "0")}`;
    handed.focus();
    handed.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // The key serves the means of payment that has the focus; otherwise the last one on the page.
  function exactOf(tender) {
    tenders.forEach((each) => { each.querySelector("[data-exact]").hidden = each !== tender; });
  }

  tenders.forEach(function (tender) {
    tender.querySelector("[data-exact]").addEventListener("click", () => fillExact(tender.querySelector("[name$='-handed']")));
    tender.addEventListener("focusin", () => exactOf(tender));
  });
  const shown = tenders.filter((tender) => !tender.hidden);
  if (shown.length) exactOf(shown[shown.length - 1]);

  // --- draft -----------------------------------------------------------------------------------------------------

  const form = document.querySelector("form[data-draft]");
  if (!form) return;
  const key = `draft ${location.pathname}`;
  const LEFT_OUT = ["csrfmiddlewaretoken", "request_key", "told_digest", "accepts_credit", "accion"];

  function cameFromSignIn() {
    const from = document.referrer ? new URL(document.referrer) : null;
    return from !== null && from.origin === location.origin
      && from.pathname.split("/")[1] === form.dataset.draft.split("/")[1];
  }

  function keep() {
    const entries = Array.from(new FormData(form)).filter(([name]) => !LEFT_OUT.includes(name));
    sessionStorage.setItem(key, JSON.stringify(entries));
  }

  // Sent anew, as "show me this again": the server draws the accounts and means of payment that were on the page.
  function recover(entries) {
    const again = document.createElement("form");
    again.method = "post";
    again.hidden = true;
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    [...entries, ["csrfmiddlewaretoken", token], ["accion", "recuperar"]].forEach(function ([name, value]) {
      const field = document.createElement("input");
      field.name = name;
      field.value = value;
      again.append(field);
    });
    document.body.append(again);
    again.submit();
  }

  const draft = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (draft && cameFromSignIn()) recover(JSON.parse(draft));
  else window.addEventListener("pagehide", keep);
})();
