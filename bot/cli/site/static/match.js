// Steps through a match: shows the pictures of its boards, and marks the step.
//
// The element `match` holds the number of the match and its frames: the steps, the beginning first,
// each as `[public, open]`. Both map the names of pictures to `[file, width, height, description]`.
// What does not change from the step before is left out, and so is the whole of `open` where
// nothing is hidden.

"use strict";

(() => {
  /** @typedef {[file: number, width: number, height: number, alt: string]} Picture */
  /** @typedef {Record<string, Picture>} Pictures */
  /** @typedef {{ number: number, frames: Pictures[][] }} Match */

  const KEPT = "dealer-hidden-shown";

  /** @param {string} id */
  function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`there is no element ${id}`);
    return element;
  }

  /** @type {Match} */
  const match = JSON.parse(byId("match").textContent);
  const last = match.frames.length - 1;
  const steps = [...document.querySelectorAll("#steps > li")];
  const toggle = document.querySelector("#hidden-shown");
  const hiddenShown = toggle instanceof HTMLInputElement ? toggle : null;
  const images = [...document.querySelectorAll("#boards img")].filter((each) => each instanceof HTMLImageElement);
  const frames = unfold();
  let current = addressed();

  /** Every step's pictures in full: `[public, open]`. */
  function unfold() {
    /** @type {Pictures} */
    let seen = {};
    let opened = seen;
    return match.frames.map(([changes, hidden]) => {
      seen = { ...seen, ...changes };
      opened = hidden ? { ...opened, ...hidden } : seen;
      return [seen, opened];
    });
  }

  /** @param {number} step */
  function picturesAt(step) {
    return frames[step]?.[hiddenShown?.checked ? 1 : 0] ?? {};
  }

  /**
   * @param {HTMLImageElement} image
   * @param {Picture | undefined} picture
   */
  function draw(image, picture) {
    image.hidden = !picture;
    if (!picture) return;
    const [file, width, height, alt] = picture;
    Object.assign(image, { src: `${match.number}-${file}.png`, width, height, alt });
  }

  /**
   * Let a press show a board alone, and another press with the others.
   * @param {HTMLImageElement} image
   */
  function makePressable(image) {
    const button = Object.assign(document.createElement("button"), { type: "button", ariaPressed: "false" });
    image.replaceWith(button);
    button.append(image);
    button.addEventListener("click", () => {
      button.ariaPressed = button.ariaPressed === "true" ? "false" : "true";
    });
  }

  /** What is said of the current step. */
  function said() {
    if (current === 0) return "The beginning";
    const what = steps[current - 1].querySelector(".what");
    const clock = steps[current - 1].querySelector(".clock");
    const told = [what, clock].map((each) => (each instanceof HTMLElement ? each.innerText : ""));
    return `${current} of ${last}: ${told.filter(Boolean).join(", ")}`;
  }

  /** Show the current step: the boards, its line in the list, and what can be done from here. */
  function show() {
    const pictures = picturesAt(current);
    for (const image of images) draw(image, pictures[image.dataset.name ?? ""]);
    steps.forEach((step, at) => {
      if (at === current - 1) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    byId("said").textContent = said();
    for (const button of document.querySelectorAll("button[data-go]")) {
      if (button instanceof HTMLButtonElement) button.disabled = target(button.dataset.go) === current;
    }
    keepInSight();
    for (const step of [current + 1, current - 1]) {
      // The browser fetches them, so that a step from here needs no wait.
      for (const picture of Object.values(picturesAt(step))) draw(new Image(), picture);
    }
    document.body.dataset.step = String(current);
  }

  /** Scroll the list, but never the page, to the current step. */
  function keepInSight() {
    const list = byId("steps");
    const step = steps[current - 1];
    if (!(step instanceof HTMLElement)) {
      list.scrollTop = 0;
      return;
    }
    const [top, bottom] = [step.offsetTop - list.offsetTop, step.offsetTop - list.offsetTop + step.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  /** The browser goes to the line of a step that is asked for; what there is to see are the boards. */
  function showBoards() {
    byId("controls").scrollIntoView();
  }

  /**
   * Which step a button or a key leads to.
   * @param {string | undefined} way
   */
  function target(way) {
    const to = { first: 0, previous: current - 1, next: current + 1, last }[way ?? ""] ?? current;
    return Math.min(last, Math.max(0, to));
  }

  /** @param {string | undefined} way */
  function go(way) {
    current = target(way);
    history.replaceState(null, "", current ? `#move-${current}` : "#beginning");
    show();
  }

  /** The step that the address names; the last one if it names none. */
  function addressed() {
    if (location.hash === "#beginning") return 0;
    const number = Number(/^#move-([0-9]+)$/.exec(location.hash)?.[1] ?? last);
    return Math.min(last, number);
  }

  const KEYS = new Map([["ArrowLeft", "previous"], ["ArrowRight", "next"], ["Home", "first"], ["End", "last"]]);

  document.addEventListener("keydown", (event) => {
    const way = KEYS.get(event.key);
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(way);
  });
  for (const button of document.querySelectorAll("button[data-go]")) {
    button.addEventListener("click", () => go(button instanceof HTMLElement ? button.dataset.go : ""));
  }
  window.addEventListener("hashchange", () => {
    current = addressed();
    show();
    showBoards();
  });
  hiddenShown?.addEventListener("change", () => {
    remember(hiddenShown.checked);
    show();
  });

  /** @param {boolean} isShown */
  function remember(isShown) {
    try {
      localStorage.setItem(KEPT, isShown ? "yes" : "no");
    } catch {
      // A browser may keep nothing; then the choice holds for this page.
    }
  }

  function remembered() {
    try {
      return localStorage.getItem(KEPT) === "yes";
    } catch {
      return false;
    }
  }

  if (hiddenShown) hiddenShown.checked = remembered();
  if (images.length > 1) images.forEach(makePressable);
  byId("controls").hidden = false;
  show();
  // As the page has loaded, the browser goes to the line that the address names.
  window.addEventListener("load", () => {
    if (location.hash) showBoards();
  });
})();
