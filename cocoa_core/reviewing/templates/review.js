"use strict";
// Steps of one item: `answer` where it is answered blind, and names of questions. A review is a list of finished steps, so undo
// takes the last one back, and what is stored can be gone on with.
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main"), keys = document.getElementById("keys");
const LAST = "cocoa-reviewer"; // so that a page opened again knows whose review to go on with
let reviewer = "", order = [], steps = [], notes = {}, since = 0;

function hashed(text) { // FNV-1a: the same order in every browser
  let hash = 0x811c9dc5;
  for (const letter of text) { hash ^= letter.codePointAt(0); hash = Math.imul(hash, 0x01000193) >>> 0; }
  return hash;
}
function storageKey() { return "cocoa-review:" + JSON.stringify(data.plan) + ":" + reviewer; }
function all() { return order.flatMap((index) => data.items[index].steps.map((what) => [data.items[index], what])); }
function isLast(item, what) { return item.steps[item.steps.length - 1] === what; }
function store() {
  try { localStorage.setItem(storageKey(), JSON.stringify({ steps, notes })); } catch (error) { /* private mode: the file remains */ }
}
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
function begin(name) {
  reviewer = name;
  try { localStorage.setItem(LAST, name); } catch (error) { /* as in store */ }
  order = data.items.map((item, index) => [hashed(name + " " + item.group), index]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((pair) => pair[1]);
  try { ({ steps, notes } = JSON.parse(localStorage.getItem(storageKey())) || { steps: [], notes: {} }); } catch (error) { steps = []; notes = {}; }
  show();
}
function record(value) {
  const [item, what] = all()[steps.length];
  steps.push({ id: item.id, what, value, seconds: Math.round((Date.now() - since) / 100) / 10 });
  store(); show();
}
function focus(on) { on.focus({ preventScroll: true }); scrollTo(0, 0); } // else the browser scrolls the text out of sight
function lines() {
  const reviews = {};
  for (const step of steps) {
    const review = reviews[step.id] ||= { reviewer, id: step.id, seconds: 0 };
    review[step.what] = step.value;
    review.seconds = Math.round(10 * (review.seconds + step.seconds)) / 10;
  }
  for (const [id, note] of Object.entries(notes)) if (reviews[id] && note) reviews[id].note = note;
  return [data.plan, ...Object.values(reviews)].map((line) => JSON.stringify(line)).join("\n") + "\n";
}
function save() {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([lines()], { type: "application/jsonl" }));
  link.download = "review-" + reviewer.replace(/[^A-Za-z0-9_-]/g, "_") + ".jsonl";
  link.click();
}
function resume(text) {
  let plan, reviews;
  try { [plan, ...reviews] = text.split("\n").filter(Boolean).map((line) => JSON.parse(line)); } catch (error) { alert("This file is no review."); return; }
  if (JSON.stringify(plan) !== JSON.stringify(data.plan)) { alert("This file is of another review."); return; }
  const known = Object.fromEntries(reviews.map((review) => [review.id, review]));
  begin(reviews.length ? reviews[0].reviewer : reviewer);
  steps = []; notes = {};
  for (const [item, what] of all()) {
    const review = known[item.id];
    if (!review || !(what in review)) break;
    steps.push({ id: item.id, what, value: review[what], seconds: isLast(item, what) ? review.seconds : 0 });
    if (review.note) notes[item.id] = review.note;
  }
  store(); show();
}
function welcome() {
  document.getElementById("title").textContent = data.title;
  document.title = "Review of " + data.title;
  const form = element("form"), name = element("input"), file = element("input");
  name.id = "reviewer"; name.required = true; name.placeholder = "your name";
  name.autocomplete = "off";
  try { name.value = localStorage.getItem(LAST) || ""; } catch (error) { /* as in store */ }
  file.type = "file"; file.id = "file"; file.accept = ".jsonl";
  file.addEventListener("change", () => file.files[0].text().then(resume));
  form.append(element("p", "", data.items.length + " texts. Judge each by itself; everything goes by keys, and is kept in this browser."), name, element("button", "", "Begin (Enter)"), element("p", "quiet", "Or go on from a file that you saved:"), file);
  form.addEventListener("submit", (event) => { event.preventDefault(); begin(name.value.trim()); });
  main.append(form); name.focus();
}
function show() {
  const steps_ = all(), next = steps_[steps.length];
  const finished = steps_.slice(0, steps.length).filter(([item, what]) => isLast(item, what)).length;
  document.getElementById("progress").textContent = finished + " of " + data.items.length;
  main.replaceChildren(); since = Date.now();
  if (!next) {
    main.append(element("p", "", "That was all. Thank you! Press x to save your review as a file, and send it back."));
    keys.textContent = "x save · z undo"; focus(main); return;
  }
  const [item, what] = next;
  if (what === "answer") {
    const form = element("form"), answer = element("input");
    answer.id = "answer"; answer.required = true; answer.autocomplete = "off";
    form.append(element("b", "", "Your own answer, as the text asks for it:"), answer);
    form.className = "ask";
    form.addEventListener("submit", (event) => { event.preventDefault(); record(answer.value.trim()); });
    main.append(element("pre", "", item.prompt), form); focus(answer);
    keys.textContent = "Enter next · Escape, then n note · z undo · x save"; return;
  }
  main.append(element("p", "text", item.text));
  const question = data.questions[what], ask = element("div", "ask"), stated = element("ol");
  if (what !== "natural") for (const line of item.meaning) stated.append(element("li", "", line.join(", or ")));
  const scale = question.keys.map(([key, , words]) => (key + " " + words).trim()).join(" · ");
  ask.append(element("b", "", question.text), ...(stated.childElementCount ? [stated] : []), element("p", "", scale));
  main.append(ask);
  const options = element("ul", "shown");
  for (const line of item.shown) options.append(element("li", "", line));
  main.append(options);
  if (notes[item.id]) main.append(element("p", "quiet", "note: " + notes[item.id]));
  keys.textContent = "n note · z undo · x save"; focus(main);
}
document.addEventListener("keydown", (event) => {
  if (!reviewer || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (["INPUT", "TEXTAREA"].includes(event.target.tagName)) { if (event.key === "Escape") { event.target.blur(); } return; }
  const next = all()[steps.length];
  if (event.key === "z" && steps.length) { steps.pop(); store(); show(); }
  else if (event.key === "x") save();
  else if (event.key === "n" && next) { const note = prompt("Note:", notes[next[0].id] || ""); if (note !== null) { notes[next[0].id] = note; store(); show(); } }
  else {
    const answer = next && data.questions[next[1]]?.keys.find(([key]) => key === event.key);
    if (!answer) return;
    record(answer[1]);
  }
  event.preventDefault();
});
welcome();
