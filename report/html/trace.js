"use strict";
(() => {
  const rowHeight = 24;
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const text = i => data.strings[i];
  const el = (tag, cls, content) => {
    const e = document.createElement(tag);
    if (cls) e.className = cls;
    if (content !== undefined) e.textContent = content;
    return e;
  };
  let tree = null;

  // A tree keeps its nodes in columns; node i is the i-th of each.
  class Tree {
    constructor(s) {
      this.s = s;
      const n = this.size = s.parent.length;
      this.children = Array.from({ length: n }, () => []);
      this.weight = new Int32Array(n).fill(1);
      this.subsumes = new Map();
      this.roots = [];
      for (let i = n - 1; i >= 0; i--) {
        const p = s.parent[i];
        if (p < 0) this.roots.unshift(i);
        else { this.children[p].unshift(i); this.weight[p] += this.weight[i]; }
        if (s.by[i] >= 0) this.subsumes.set(s.by[i], [i, ...(this.subsumes.get(s.by[i]) || [])]);
      }
      for (const c of this.children) c.sort((a, b) => this.weight[a] - this.weight[b] || a - b);
      this.closed = new Set();
      this.selected = n ? this.roots[0] : -1;
      this.back = [];
      this.layout();
    }
    // layout lists the rows that are not inside something closed.
    layout() {
      this.rows = []; this.indent = []; this.rowOf = new Map();
      const stack = this.roots.slice().reverse().map(r => [r, 0]);
      while (stack.length) {
        const [i, d] = stack.pop();
        this.rowOf.set(i, this.rows.length);
        this.rows.push(i); this.indent.push(d);
        if (this.closed.has(i)) continue;
        const c = this.children[i];
        for (let k = c.length - 1; k >= 0; k--) stack.push([c[k], k < c.length - 1 ? d + 1 : d]);
      }
    }
    place(i) {
      const s = this.s;
      return s.line[i] ? text(s.file[i]).split("/").pop() + ":" + s.line[i] : "";
    }
    psi(i) {
      if (!this.s.proved[i]) return "";
      return this.s.psi[i].length ? this.s.psi[i].map(text).join(" ∧ ") : "every state";
    }
    words(i) {
      const s = this.s;
      return "#" + i + " " + s.kind[i] + " " + this.place(i) + " " + text(s.answer[i]) + " " + this.ending(i) + " " + this.psi(i);
    }
    ending(i) {
      const by = this.s.by[i];
      return by >= 0 ? "subsumed by #" + by : text(this.s.end[i]);
    }
  }

  const kindOf = (s, i) => {
    const end = text(s.end[i]);
    if (end.startsWith("bound")) return "bound";
    if (end.startsWith("an error")) return "failed";
    return s.kind[i];
  };

  function row(t, k) {
    const i = t.rows[k], s = t.s, r = el("div", "row");
    r.style.top = k * rowHeight + "px";
    r.id = "row" + i;
    r.dataset.node = i;
    r.setAttribute("role", "treeitem");
    r.setAttribute("aria-level", t.indent[k] + 1);
    r.setAttribute("aria-selected", i === t.selected);
    const inner = t.children[i].length > 0;
    if (inner) r.setAttribute("aria-expanded", !t.closed.has(i));
    if (i === t.selected) r.classList.add("selected");
    if (found.has(i)) r.classList.add("match");
    const toggle = el("span", "toggle", inner ? (t.closed.has(i) ? "▸" : "▾") : "");
    toggle.style.marginLeft = t.indent[k] * 1.2 + "em";
    r.append(toggle, el("span", "id", "#" + i), el("span", "at", t.place(i) || s.kind[i]));
    if (text(s.answer[i])) r.append(el("span", "answer", text(s.answer[i])));
    if (t.closed.has(i)) r.append(el("span", "dim", t.weight[i] - 1 + " below"));
    if (t.ending(i)) r.append(el("span", "end " + kindOf(s, i), t.ending(i)));
    if (inner && t.psi(i)) r.append(el("span", "psi", "Ψ: " + t.psi(i)));
    return r;
  }

  // draw renders the rows in sight and a few around them.
  function draw() {
    const box = $("tree"), t = tree;
    $("rows").style.height = t.rows.length * rowHeight + "px";
    const from = Math.max(0, Math.floor(box.scrollTop / rowHeight) - 10);
    const to = Math.min(t.rows.length, Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + 10);
    const part = document.createDocumentFragment();
    for (let k = from; k < to; k++) part.append(row(t, k));
    $("rows").replaceChildren(part);
    box.setAttribute("aria-activedescendant", "row" + t.selected);
  }

  function reveal(i) {
    let changed = false;
    for (let p = tree.s.parent[i]; p >= 0; p = tree.s.parent[p]) changed = tree.closed.delete(p) || changed;
    if (changed) tree.layout();
  }

  function select(i, remember) {
    if (i < 0 || i >= tree.size) return;
    if (remember && i !== tree.selected) tree.back.push(tree.selected);
    tree.selected = i;
    reveal(i);
    const box = $("tree"), y = tree.rowOf.get(i) * rowHeight;
    $("rows").style.height = tree.rows.length * rowHeight + "px";
    if (y < box.scrollTop || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, y - box.clientHeight / 2);
    draw();
    detail(i);
  }

  function toggle(i, close) {
    if (!tree.children[i].length || tree.closed.has(i) === close) return;
    if (close) tree.closed.add(i); else tree.closed.delete(i);
    tree.layout();
    draw();
  }

  const list = (title, items, ordered) => {
    if (!items.length) return [];
    const l = el(ordered ? "ol" : "ul");
    for (const it of items) {
      const li = el("li");
      li.append(...(Array.isArray(it) ? it : [it]));
      l.append(li);
    }
    return [el("h3", "", title), l];
  };

  const link = i => {
    const b = el("button", "go", "#" + i);
    b.type = "button";
    b.addEventListener("click", () => { select(i, true); $("tree").focus(); });
    return b;
  };

  const maxLinks = 50;

  function detail(i) {
    const t = tree, s = t.s, out = [];
    const where = s.line[i] ? " at " + text(s.file[i]) + ":" + s.line[i] + " in " + text(s.fn[i]) : "";
    out.push(el("h2", "", "#" + i + " " + s.kind[i] + where));
    out.push(...source(text(s.file[i]), s.line[i]));
    const end = el("p");
    if (s.by[i] >= 0) end.append("Cut: subsumed by ", link(s.by[i]), ", whose interpolant this state satisfies.");
    else if (s.kind[i] === "cut") end.append("Cut: no target can be reached from here, whatever the state.");
    else if (text(s.end[i])) end.append("The path ends: " + text(s.end[i]) + ".");
    else end.append(t.children[i].length + (t.children[i].length === 1 ? " child, " : " children, ") + (t.weight[i] - 1) + " nodes below.");
    if (s.bounded[i]) end.append(" What is proved here holds within the bounds.");
    out.push(end);
    const psi = s.psi[i].map(text).map(x => el("code", "", x));
    if (!s.proved[i]) out.push(el("h3", "", "Interpolant"), el("p", "", "None: this node proves nothing."));
    else if (!psi.length) out.push(el("h3", "", "Interpolant"), el("p", "", "Every state: no target can be reached from here."));
    else out.push(...list("Interpolant: no target is reached from a state with", psi));
    const path = [];
    for (let k = i; k >= 0; k = s.parent[k]) {
      const p = s.parent[k], answer = text(s.answer[k]);
      if (!answer && !s.cond[k].length) continue;
      const item = [p >= 0 ? link(p) : "", p >= 0 && s.line[p] ? " line " + s.line[p] + ": " : " ", answer];
      for (const c of s.cond[k]) item.push(el("br"), el("code", "dim", text(c)));
      path.unshift(item);
    }
    out.push(...list("Path condition: the decisions, and what they say about the inputs", path, true));
    out.push(...list("Infeasible on the way here", s.refuted[i].map(text)));
    const below = t.subsumes.get(i) || [];
    if (below.length) {
      const p = el("p");
      below.slice(0, maxLinks).forEach(k => p.append(link(k), " "));
      if (below.length > maxLinks) p.append("and " + (below.length - maxLinks) + " more");
      out.push(el("h3", "", "Subsumes"), p);
    }
    out.push(el("p", "dim", "after " + s.born[i].toLocaleString("en") + " instructions"));
    $("detail").replaceChildren(...out);
  }

  function source(file, line) {
    const lines = data.sources[file];
    if (!lines || !line) return [];
    const box = el("div", "src");
    for (let k = Math.max(1, line - 3); k <= Math.min(lines.length, line + 3); k++) {
      const l = el("div", k === line ? "here" : "");
      l.append(el("i", "", k), lines[k - 1]);
      box.append(l);
    }
    return [box];
  }

  function statistics(s) {
    const rows = [["nodes and leaves", s.parent.length]];
    const count = {};
    s.kind.forEach((k, i) => { const name = kindOf(s, i); count[name] = (count[name] || 0) + 1; });
    for (const k of Object.keys(count).sort()) rows.push(["of kind " + k, count[k]]);
    const e = s.effort;
    rows.push(["instructions", e.instructions], ["queries to the solver", e.queries], ["propagations", e.propagations]);
    for (const x of s.table || []) rows.push([x.what, x.n]);
    for (const x of s.without || []) rows.push(["nodes without interpolant: " + x.what, x.n]);
    $("statistics").replaceChildren(...rows.map(([what, n]) => {
      const tr = el("tr");
      tr.append(el("td", "", what), el("td", "", n.toLocaleString("en")));
      return tr;
    }));
  }

  // chart draws how many nodes and subsumed states there were after how many
  // instructions, in at most 400 points.
  function chart(s) {
    const svg = $("chart"), n = s.born.length, ns = "http://www.w3.org/2000/svg";
    const order = s.born.map((b, i) => [b, s.by[i] >= 0]).sort((a, b) => a[0] - b[0]);
    const most = Math.max(1, s.effort.instructions, n ? order[n - 1][0] : 0);
    const x = b => 45 + 420 * b / most, y = c => 165 - 145 * c / Math.max(1, n);
    const nodes = [], subsumed = [];
    let hits = 0;
    order.forEach(([b, hit], i) => {
      if (hit) hits++;
      if (i % Math.ceil(n / 400) === 0 || i === n - 1) {
        nodes.push(x(b).toFixed(1) + "," + y(i + 1).toFixed(1));
        subsumed.push(x(b).toFixed(1) + "," + y(hits).toFixed(1));
      }
    });
    const make = (tag, attrs, content) => {
      const e = document.createElementNS(ns, tag);
      for (const k in attrs) e.setAttribute(k, attrs[k]);
      if (content !== undefined) e.textContent = content;
      return e;
    };
    svg.replaceChildren(
      make("line", { class: "axis", x1: 45, y1: 165, x2: 465, y2: 165 }), make("line", { class: "axis", x1: 45, y1: 20, x2: 45, y2: 165 }),
      make("text", { x: 40, y: 24, "text-anchor": "end" }, n.toLocaleString("en")), make("text", { x: 40, y: 168, "text-anchor": "end" }, "0"),
      make("text", { x: 465, y: 182, "text-anchor": "end" }, most.toLocaleString("en") + " instructions"),
      make("polyline", { class: "nodes", points: nodes.join(" ") }), make("polyline", { class: "subsumed", points: subsumed.join(" ") }));
    svg.setAttribute("aria-label", n + " nodes and " + hits + " subsumed states after " + most + " instructions");
  }

  let found = new Set(), order = [];
  function find() {
    const q = $("search").value.trim().toLowerCase();
    order = [];
    if (/^#\d+$/.test(q)) { if (+q.slice(1) < tree.size) order = [+q.slice(1)]; }
    else if (q) for (let i = 0; i < tree.size; i++) if (tree.words(i).toLowerCase().includes(q)) order.push(i);
    found = new Set(order);
    $("count").textContent = q ? order.length + " of " + tree.size : tree.size + " nodes";
    if (order.length) select(order[0]); else draw();
  }
  const nextMatch = () => {
    const k = order.findIndex(i => i > tree.selected);
    if (order.length) select(order[k < 0 ? 0 : k], true);
  };

  function show(k) {
    const s = data.searches[k];
    const tag = el("span", "tag " + s.status, s.status);
    $("verdict").replaceChildren(tag, " " + s.target + (s.reason ? ": " + s.reason : ""));
    const bounds = s.turns ? "Loops up to " + s.turns + " turns. " : "Loops without bound. ";
    $("remark").textContent = s.parent ? bounds + (s.limit ? "The search was ended by its " + s.limit + ". " : "") + s.remark : s.remark;
    $("shown").hidden = !s.parent || !s.parent.length;
    if ($("shown").hidden) return;
    tree = new Tree(s);
    $("tree").scrollTop = 0;
    statistics(s);
    chart(s);
    find();
    select(tree.roots[0]);
  }

  $("tree").addEventListener("scroll", draw);
  addEventListener("resize", () => tree && draw());
  $("rows").addEventListener("click", e => {
    const r = e.target.closest(".row");
    if (!r) return;
    const i = +r.dataset.node;
    if (e.target.classList.contains("toggle")) toggle(i, !tree.closed.has(i));
    else if (e.target.classList.contains("end") && tree.s.by[i] >= 0) select(tree.s.by[i], true);
    else select(i);
  });
  $("search").addEventListener("input", find);
  $("expand").addEventListener("click", () => { tree.closed.clear(); tree.layout(); select(tree.selected); });
  $("collapse").addEventListener("click", () => {
    tree.children.forEach((c, i) => { if (c.length) tree.closed.add(i); });
    tree.layout();
    select(tree.roots[0]);
  });
  const move = by => select(tree.rows[Math.min(Math.max(tree.rowOf.get(tree.selected) + by, 0), tree.rows.length - 1)]);
  const keys = {
    ArrowDown: () => move(1), j: () => move(1), ArrowUp: () => move(-1), k: () => move(-1),
    PageDown: () => move(20), PageUp: () => move(-20), Home: () => move(-tree.rows.length), End: () => move(tree.rows.length),
    ArrowRight: () => tree.closed.has(tree.selected) ? toggle(tree.selected, false) : move(1),
    ArrowLeft: () => tree.children[tree.selected].length && !tree.closed.has(tree.selected) ? toggle(tree.selected, true) : select(tree.s.parent[tree.selected]),
    Enter: () => toggle(tree.selected, !tree.closed.has(tree.selected)),
    n: nextMatch, g: () => select(tree.s.by[tree.selected], true), p: () => select(tree.s.parent[tree.selected], true),
    b: () => { if (tree.back.length) select(tree.back.pop()); },
    "/": () => $("search").focus(),
  };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || !tree || $("shown").hidden) return;
    if (e.target === $("search")) {
      if (e.key === "Escape") { $("search").value = ""; find(); $("tree").focus(); }
      if (e.key === "Enter") nextMatch();
      return;
    }
    if (e.target.closest && e.target.closest("select, button, summary")) return;
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
  });

  data.searches.forEach((s, k) => {
    const o = el("option", "", s.target + ": " + s.status + (s.parent ? ", " + s.parent.length + " nodes" : ""));
    o.value = k;
    $("search-of").append(o);
  });
  $("pick").hidden = data.searches.length < 2;
  $("search-of").addEventListener("change", e => show(+e.target.value));
  if (data.searches.length) {
    const first = Math.max(0, data.searches.findIndex(s => s.parent && s.parent.length));
    $("search-of").value = first;
    show(first);
  }
})();
