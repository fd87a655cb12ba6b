// The log: what is said is put in its place, and the reader is led there or told of it.

import { localise } from "./clock.js";

const log = document.getElementById("log");
const older = document.getElementById("older");
const more = document.getElementById("more");

function newest() {
  return [...log.querySelectorAll(":scope > article")].at(-1);
}

let ledTo;

function readerIsAtEnd() {
  const last = newest();
  return !last || last.getBoundingClientRect().top < log.getBoundingClientRect().bottom;
}

// The reader is still where the last arrival has led them.
function readerIsThere() {
  const { top, bottom } = log.getBoundingClientRect();
  const led = ledTo?.getBoundingClientRect().top;
  return led >= top && led < bottom;
}

function readerFollows() {
  return readerIsAtEnd() || readerIsThere();
}

// A reveal does not take the view from the question that came after it.
function isFollowed(article) {
  return [...log.querySelectorAll(":scope > article:not(.private)")].at(-1) !== article;
}

function bringIntoView(article) {
  ledTo = article;
  article.scrollIntoView({ block: article.offsetHeight > log.clientHeight ? "start" : "nearest" });
}

export function leadToNewest() {
  if (newest()) bringIntoView(newest());
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

// What grows above does not push away what the reader was led to.
export function place(fresh) {
  const wasThere = readerIsThere();
  put(fresh);
  if (wasThere && !readerIsThere()) bringIntoView(ledTo);
}

function put(fresh) {
  const old = document.getElementById(fresh.id);
  if (old === fresh) return;
  localise(fresh);
  if (old) return renew(old, fresh);
  const parent = fresh.dataset.threadOf && document.getElementById(`message-${fresh.dataset.threadOf}`);
  const follow = fresh.matches(".private") || (readerFollows() && !(parent && isFollowed(parent)));
  (parent?.querySelector(".thread") ?? log).append(fresh);
  fresh.classList.add("arrived");
  if (follow) bringIntoView(fresh);
  else if (newest().contains(fresh)) more.hidden = readerIsAtEnd();
}

// The log as it stands on a page fetched later: what came meanwhile is put in, what is no longer there goes.
export function catchUpWith(page) {
  for (const article of log.querySelectorAll("article")) page.getElementById(article.id) || article.remove();
  for (const article of page.querySelectorAll("#log article")) place(document.adoptNode(article));
  older.hidden = page.getElementById("older").hidden;
}

// Led on: to what came while the reader was further up, and past everything that comes before the newest question.

function goTo(article) {
  bringIntoView(article);
  article.focus({ preventScroll: true });
}

more.addEventListener("click", () => {
  goTo(newest());
  more.hidden = true;
});
log.addEventListener("scroll", () => { more.hidden ||= readerIsAtEnd(); });

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  const open = [...log.querySelectorAll("article:has(> .card form[data-action='/answer'])")];
  goTo(open.at(-1) ?? newest() ?? log);
});
