// Steps through a match: puts its boards together from the sheet of their sprites, and marks the step.
//
// The element `match` holds the boxes of the sprites on the sheet, and everything that is laid down
// on any board, once: `[sprite, left, top]`, or `[color, left, top, width, height, left, ...]`. Its frames are
// the steps, the beginning first: `[public, open]`. Each maps the names of pictures to `[width,
// height, description, first, last, between]`: of the layers that the picture had so many stay from
// the first and from the last one, and between them are those with these numbers. What does not
// change from the step before is left out, and so is the whole of `open` where nothing is hidden.

"use strict";

(() => {
  /** @typedef {[number, number, string, number, number, number[]]} Change */
  /** @typedef {Record<string, Change>} Changes */
  /** @typedef {{ width: number, height: number, alt: string, layers: number[] }} Picture */
  /** @typedef {{ sheet: string, colors: string[], sprites: number[][], layers: number[][], frames: Changes[][] }} Match */

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
  const canvases = replacePictures();
  const frames = unfold();
  const sheet = new Image();
  let current = last;

  /**
   * The pictures of the end make room for canvases, which show any step.
   * @returns {Map<string, HTMLCanvasElement>}
   */
  function replacePictures() {
    const made = new Map();
    for (const image of document.querySelectorAll("#boards img")) {
      if (!(image instanceof HTMLImageElement)) continue;
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.dataset.name = image.dataset.name;
      canvas.setAttribute("role", "img");
      made.set(image.dataset.name, canvas);
    }
    return made;
  }

  /**
   * The pictures with changes made.
   * @param {Record<string, Picture>} before
   * @param {Changes} changes
   */
  function changed(before, changes) {
    const after = { ...before };
    for (const [name, [width, height, alt, first, last, between]] of Object.entries(changes)) {
      const old = before[name]?.layers ?? [];
      const layers = [...old.slice(0, first), ...between, ...old.slice(old.length - last)];
      after[name] = { width, height, alt, layers };
    }
    return after;
  }

  /** Every step's pictures in full: `[public, open]`. */
  function unfold() {
    /** @type {Record<string, Picture>} */
    let seen = {};
    let opened = seen;
    return match.frames.map(([changes, hidden]) => {
      seen = changed(seen, changes);
      opened = hidden ? changed(opened, hidden) : seen;
      return [seen, opened];
    });
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Picture} picture
   */
  function draw(canvas, { width, height, alt, layers }) {
    const context = canvas.getContext("2d");
    if (!context) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    canvas.setAttribute("aria-label", alt);
    fill(context, 0, [0, 0, width, height]);
    for (const number of layers) {
      const [which, left, top, ...more] = match.layers[number];
      if (more.length) {
        fill(context, which, [left, top, ...more]);
      } else {
        const [x, y, across, down] = match.sprites[which];
        context.drawImage(sheet, x, y, across, down, left, top, across, down);
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} color
   * @param {number[]} boxes
   */
  function fill(context, color, boxes) {
    context.fillStyle = match.colors[color];
    for (let at = 0; at < boxes.length; at += 4) {
      context.fillRect(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }
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
    const pictures = frames[current][hiddenShown?.checked ? 1 : 0];
    for (const [name, canvas] of canvases) {
      canvas.hidden = !pictures[name];
      if (pictures[name]) draw(canvas, pictures[name]);
    }
    steps.forEach((step, at) => {
      if (at === current - 1) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    byId("said").textContent = said();
    for (const button of document.querySelectorAll("button[data-go]")) {
      if (button instanceof HTMLButtonElement) button.disabled = target(button.dataset.go) === current;
    }
    keepInSight();
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
    byId("controls").parentElement?.scrollIntoView();
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
  sheet.addEventListener("load", () => {
    for (const [name, canvas] of canvases) {
      document.querySelector(`#boards img[data-name="${name}"]`)?.replaceWith(canvas);
    }
    byId("controls").hidden = false;
    current = addressed();
    show();
    if (location.hash) showBoards();
  });
  sheet.src = match.sheet;
})();
