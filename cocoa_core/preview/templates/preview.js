"use strict";
// Looks for a newer page and loads it. Nothing of the domain gets here but a number.
const known = document.documentElement.dataset.version;
const state = document.getElementById("state");
async function look() {
  try {
    const answer = await fetch("version", { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const [version, making] = (await answer.text()).split(" ");
    if (version !== known) {
      location.reload();
      return;
    }
    state.textContent = making ? "Being made anew ..." : "";
  } catch {
    state.textContent = "cocoa preview has ended. This is the last page that it made.";
  }
  setTimeout(look, 500);
}
look();
