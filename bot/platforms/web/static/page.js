// What the demo page does: presses and commands go out by fetch, messages and the clock come in as server-sent events.

import { localise, moveClock, setClock } from "./clock.js";

const here = document.body.dataset;
const log = document.getElementById("log");
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

// The log.

function newest() {
  return [...log.querySelectorAll(":scope > article")].at(-1);
}

let ledTo;

// The reader is at the end of the log, or still where the last arrival has led them.
function readerFollows() {
  const { top, bottom } = log.getBoundingClientRect();
  const last = newest();
  const led = ledTo?.getBoundingClientRect().top;
  return !last || last.getBoundingClientRect().top < bottom || (led >= top && led < bottom);
}

// A reveal does not take the view from the question that came after it.
function isFollowed(article) {
  return [...log.querySelectorAll(":scope > article:not(.private)")].at(-1) !== article;
}

function bringIntoView(article) {
  ledTo = article;
  article.scrollIntoView({ block: article.offsetHeight > log.clientHeight ? "start" : "nearest" });
}

// A button that is being sent is marked as busy, which is no change.
function unchanged(block, next) {
  const plain = block.cloneNode(true);
  for (const busy of plain.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
  return plain.isEqualNode(next);
}

// Only blocks that changed are exchanged: ticks, focus and a screen reader's place in the others stay.
function renew(article, fresh) {
  const [old, next] = [article, fresh].map((one) => one.querySelector(".card"));
  const held = old.contains(document.activeElement) ? document.activeElement : null;
  if (old.childElementCount === next.childElementCount) {
    const blocks = [...next.children];
    [...old.children].forEach((block, at) => unchanged(block, blocks[at]) || block.replaceWith(blocks[at]));
  } else {
    old.replaceChildren(...next.childNodes);
  }
  if (!held || held.isConnected) return;
  const same = [...old.querySelectorAll("[name]")].find((one) => one.name === held.name && one.value === held.value);
  (same ?? article).focus({ preventScroll: true });
}

function place(fresh) {
  const old = document.getElementById(fresh.id);
  if (old === fresh) return;
  localise(fresh);
  if (old) return renew(old, fresh);
  const parent = fresh.dataset.threadOf && document.getElementById(`message-${fresh.dataset.threadOf}`);
  const follow = fresh.matches(".private") || (readerFollows() && !(parent && isFollowed(parent)));
  (parent?.querySelector(".thread") ?? log).append(fresh);
  fresh.classList.add("arrived");
  if (follow) bringIntoView(fresh);
}

function show({ channel, html }) {
  if (!channel || channel === here.channel) return place(parse(html));
  const link = document.querySelector(`.channels a[data-channel="${CSS.escape(channel)}"]`);
  if (link) link.querySelector(".dot").hidden = false;
}

// The log as the server has it now: what came while nobody listened is put in, what is no longer there goes.
async function catchUp() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const article of log.querySelectorAll("article")) page.getElementById(article.id) || article.remove();
  for (const article of page.querySelectorAll("#log article")) place(document.adoptNode(article));
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

function say(text, line = status) {
  line.textContent = text;
}

function openForm(html) {
  const dialog = parse(html);
  if (!dialog?.matches("dialog")) return;
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

// Says whether it was taken.
async function send(form, button, body) {
  underWay.add(form);
  const line = form.querySelector("[role=status]") ?? status;
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`${form.dataset.action}?${who}`, { method: "POST", body });
    const text = await answer.text();
    say(answer.ok ? "" : text || "That did not work.", line);
    if (answer.ok) form.closest("dialog")?.close();
    if (answer.status === 200) openForm(text);
    return answer.ok;
  } catch {
    say("The demo does not answer. Is it still running?", line);
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
if (newest()) bringIntoView(newest());
