// What the demo page does: presses and commands go out by fetch, messages and the clock come in as server-sent events.

import { moveClock, setClock } from "./clock.js";
import { forgive, open, refuse } from "./form.js";
import { catchUpWith, leadToNewest, place } from "./log.js";

const here = document.body.dataset;
const status = document.getElementById("status");
const box = document.getElementById("command");
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
const who = new URLSearchParams({ as: here.as, channel: here.channel, zone });

const memory = {
  read(key) {
    try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
  },
  keep(key, value) {
    try { sessionStorage.setItem(key, JSON.stringify(value)); } catch { /* Storage is off: nothing is kept. */ }
  },
};

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// What is said, and the clock.

function show({ channel, html }) {
  if (!channel || channel === here.channel) return place(parse(html));
  const link = document.querySelector(`.channels a[data-channel="${CSS.escape(channel)}"]`);
  if (link) link.querySelector(".dot").hidden = false;
}

// What came while nobody listened.
async function catchUp() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  catchUpWith(page);
  setClock(page.body.dataset.now);
}

let caughtUp = Promise.resolve();
const events = new EventSource(`/events?${who}`);
events.addEventListener("open", () => {
  say("");
  caughtUp = caughtUp.then(catchUp).catch(() => {});
});
events.addEventListener("error", () => say("The demo does not answer; trying again …"));
events.addEventListener("message", ({ data }) => caughtUp.then(() => show(JSON.parse(data))));
events.addEventListener("clock", ({ data }) => caughtUp.then(() => moveClock(JSON.parse(data).now)));

// Presses, commands and forms: every form with a data-action is sent here.

const underWay = new WeakSet();

function say(text) {
  status.textContent = text;
}

function openForm(html) {
  const dialog = parse(html);
  if (dialog?.matches("dialog")) open(dialog);
}

// Says whether it was taken.
async function send(form, button, body) {
  underWay.add(form);
  const dialog = form.closest("dialog");
  const fail = (text) => dialog ? refuse(form, text) : say(text);
  if (dialog) forgive(form);
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${form.dataset.action}?${who}`, { method: "POST", body });
    const text = await answer.text();
    if (!answer.ok) {
      fail(text || "That did not work.");
      return false;
    }
    say("");
    dialog?.close();
    if (answer.status === 200) openForm(text);
    return true;
  } catch {
    fail("The demo does not answer. Is it still running?");
    return false;
  } finally {
    underWay.delete(form);
    button?.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!form.dataset.action || button?.getAttribute("formmethod") === "dialog") return;
  event.preventDefault();
  const body = new FormData(form, button);
  if (form.contains(box)) type(form, button, body);
  else if (!underWay.has(form)) send(form, button, body);
});

// The command box: lines go out one after the other; arrow up and down walk through what was typed.

const typed = memory.read("typed") ?? [];
let walk = typed.length;
let lastLine = Promise.resolve();

function type(form, button, body) {
  const line = box.value;
  remember(line);
  lastLine = lastLine.then(() => send(form, button, body)).then((taken) => { taken || (box.value ||= line); });
}

function remember(command) {
  walk = typed.push(command);
  memory.keep("typed", typed.slice(-50));
  box.value = "";
}

box.addEventListener("keydown", (event) => {
  const to = walk + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0);
  const untouched = box.value === (typed[walk] ?? "");
  if (to === walk || to < 0 || to > typed.length || !untouched) return;
  event.preventDefault();
  walk = to;
  box.value = typed[walk] ?? "";
});

// The hint for newcomers.

const hint = document.getElementById("hint");
hint.hidden = memory.read("hint closed") === true;
hint.querySelector("button").addEventListener("click", () => {
  hint.hidden = true;
  memory.keep("hint closed", true);
  box.focus();
});

setClock(here.now);
leadToNewest();
