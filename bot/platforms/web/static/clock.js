// Moments, in the reader's zone and seen from the demo's clock; and that clock itself.

const here = document.body.dataset;
const inWords = new Intl.RelativeTimeFormat("en");

function fromNow(at) {
  const minutes = Math.round((at - new Date(here.now)) / 60_000);
  const size = Math.abs(minutes);
  if (size < 1) return "now";
  if (size < 60) return inWords.format(minutes, "minute");
  if (size < 36 * 60) return inWords.format(Math.round(minutes / 60), "hour");
  return inWords.format(Math.round(minutes / 1440), "day");
}

function written(at, ...parts) {
  const shapes = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return at.toLocaleString("en-GB", Object.assign(shapes, ...parts));
}

export function localise(root) {
  for (const time of root.querySelectorAll("time[data-show]")) {
    const at = new Date(time.dateTime);
    time.title ||= time.textContent;
    time.textContent = written(at) + (time.dataset.show === "full" ? ` (${fromNow(at)})` : "");
  }
}

const clock = document.getElementById("now");
const date = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
const hour = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
let ahead = 0;

function showClock() {
  const at = new Date(Date.now() + ahead);
  here.now = clock.dateTime = at.toISOString();
  const shown = [at.toLocaleDateString("en-GB", date).replace(",", ""), at.toLocaleTimeString("en-GB", hour)];
  shown.forEach((text, place) => { clock.children[place].textContent = text; });
}

export function setClock(now) {
  ahead = new Date(now) - Date.now();
  showClock();
  localise(document);
}

// It runs on by itself, seen but not read out; a screen reader is told when somebody moved it.
setInterval(showClock, 5_000);

export function moveClock(now) {
  setClock(now);
  document.getElementById("moved").textContent = clock.textContent;
}
