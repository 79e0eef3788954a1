// The page's own icons: strokes on a 24 x 24 grid, coloured by the text around them.

const PATHS = {
  room: ["M9 4 7 20", "M17 4l-2 16", "M4 9h16", "M4 15h16"],
  thread: ["M5 4v8a3 3 0 0 0 3 3h11", "M15 11l4 4-4 4"],
  voice: ["M4 10v4h4l5 4V6L8 10z", "M17 9a4 4 0 0 1 0 6"],
  announcements: ["M4 10v4l12 5V5z", "M8 15v4h3"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  reply: ["M10 6 4 12l6 6", "M4 12h9a7 7 0 0 1 7 7"],
  edit: ["M5 19l1-4L16 5l3 3L9 18z", "M14 7l3 3"],
  remove: ["M5 7h14", "M9 7V4h6v3", "M7 7l1 13h8l1-13", "M10 11v5", "M14 11v5"],
  react: ["M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18z", "M8 14a4.5 4.5 0 0 0 8 0", "M9 9v1", "M15 9v1"],
  file: ["M6 3h8l4 4v14H6z", "M14 3v4h4"],
  download: ["M12 4v11", "M7 11l5 5 5-5", "M5 20h14"],
  add: ["M12 5v14", "M5 12h14"],
  open: ["M14 4h6v6", "M20 4l-9 9", "M18 14v6H4V6h6"],
  hidden: ["M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z", "M4 4l16 16"],
};

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  for (const path of PATHS[name]) {
    const stroke = document.createElementNS(NAMESPACE, "path");
    stroke.setAttribute("d", path);
    svg.append(stroke);
  }
  return svg;
}
