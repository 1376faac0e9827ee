"use strict";
(() => {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const name = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; name(); });
  system.addEventListener("change", name);
  name();
  button.hidden = false;

  const form = document.getElementById("filters");
  if (!form) return;
  const questions = [...document.querySelectorAll(".wrong")];
  const sift = () => {
    const chosen = Object.fromEntries([...form.querySelectorAll("select")].map((one) => [one.name, one.value]));
    let shown = 0;
    for (const question of questions) {
      let answers = 0;
      for (const answer of question.querySelectorAll(".answer")) {
        const fits = ["model", "strategy", "read"].every(
          (key) => !chosen[key] || answer.dataset[key] === chosen[key]);
        answer.hidden = !fits;
        answers += fits;
      }
      for (const choice of question.querySelectorAll(".choice")) {
        choice.hidden = !choice.querySelector(".answer:not([hidden])");
      }
      const facets = question.dataset.facets.split(" ");
      question.hidden = !answers || Boolean(chosen.facet && !facets.includes(chosen.facet));
      shown += !question.hidden;
    }
    document.getElementById("shown").textContent = shown + " of " + questions.length + " shown";
  };
  form.addEventListener("change", sift);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  sift();
})();
