/* The counter: shows of each means of payment only the fields that its kind needs, and one more when asked.
   Without this file every field is on the page and the server asks for what is missing. */
(function () {
  "use strict";

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

  if (!more) return;
  more.hidden = spares().length === 0;
  more.addEventListener("click", function () {
    const next = spares()[0];
    next.hidden = false;
    next.querySelector("select").focus();
    more.hidden = spares().length === 0;
  });
})();
