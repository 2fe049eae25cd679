"use strict";
(() => {
  const items = [...document.querySelectorAll(".item")];
  const search = document.getElementById("search");
  const boxes = [...document.querySelectorAll(".bar input[value]")];
  const fresh = document.getElementById("new");
  const count = document.getElementById("count");
  const apply = () => {
    const text = search.value.toLowerCase();
    const on = new Set(boxes.filter(b => b.checked).map(b => b.value));
    let n = 0;
    for (const it of items) {
      it.hidden = !on.has(it.dataset.status) || fresh?.checked && !("new" in it.dataset) || !it.textContent.toLowerCase().includes(text);
      if (!it.hidden) n++;
    }
    count.textContent = n + " of " + items.length;
  };
  search.addEventListener("input", apply);
  [...boxes, fresh].forEach(b => b?.addEventListener("change", apply));
  const move = by => {
    const seen = items.filter(i => !i.hidden);
    if (!seen.length) return;
    const at = seen.indexOf(document.activeElement.closest(".item"));
    const next = seen[Math.min(Math.max(at + by, 0), seen.length - 1)];
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target === search) {
      if (e.key === "Escape") { search.value = ""; apply(); search.blur(); }
      return;
    }
    const item = document.activeElement.closest(".item");
    if (e.key === "/") { e.preventDefault(); search.focus(); }
    else if (e.key === "j") move(1);
    else if (e.key === "k") move(-1);
    else if (e.key === "o" && item) { const d = item.querySelector("details"); if (d) d.open = !d.open; }
  });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => d.open = true));
  apply();
})();
