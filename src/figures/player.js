"use strict";
(() => {
  const data = JSON.parse(document.getElementById("player-data").textContent);
  const at = (id) => document.getElementById(id);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { frames, motion } = data;
  const SVG = "http://www.w3.org/2000/svg";
  const lastTime = frames[frames.length - 1].time;
  const [timeScale, timeUnit] = lastTime < 1 ? [1e3, "ms"] : [1, "s"];
  const minus = (text) => text.replace("-", "−");

  // The flow: two halves of one picture in reversed colours, sphere, velocity and wall drawn over it.
  const canvas = at("flow");
  const ground = { wall: "wall", mirror: "plane of symmetry" }[data.ground];
  const [half, rows, wall] = [2 * data.columns, 2 * data.rows, ground ? 28 : 0];
  canvas.width = 2 * half;
  canvas.height = rows + wall;
  const pen = canvas.getContext("2d");
  const parts = { head: bytes(data.head), left: bytes(data.left), right: bytes(data.right), end: bytes(data.end) };
  const picture = (points, side) =>
    createImageBitmap(new Blob([parts.head, parts[side], points, parts.end], { type: "image/png" }));
  const pictures = frames.map(() => null);

  const drawFlow = (frame, shown) => {
    const perDiameter = half / data.halfWidth;
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    if (shown) {
      pen.drawImage(shown.right, half, 0, half, rows);
      pen.save();
      pen.translate(half, 0);
      pen.scale(-1, 1);
      pen.drawImage(shown.left, 0, 0, half, rows);
      pen.restore();
    }
    const y = rows - (frame.centre - frame.bottom) * perDiameter;
    for (const [centre, radius] of [[frame.centre, 0.5], frame.second].filter(Boolean)) {
      pen.beginPath();
      pen.arc(half, rows - (centre - frame.bottom) * perDiameter, radius * perDiameter, 0, 2 * Math.PI);
      pen.fillStyle = "#bebebe";
      pen.fill();
      pen.lineWidth = 2;
      pen.strokeStyle = "#000";
      pen.stroke();
    }
    const length = (0.4 * perDiameter * frame.velocity) / (data.speed || 1);
    if (Math.abs(length) > 6) {
      const tip = y - length;
      const back = tip + 12 * Math.sign(length);
      pen.lineWidth = 4;
      pen.beginPath();
      pen.moveTo(half, y);
      pen.lineTo(half, tip);
      pen.moveTo(half - 9, back);
      pen.lineTo(half, tip);
      pen.lineTo(half + 9, back);
      pen.stroke();
    }
    if (!ground) return;
    const solid = data.ground === "wall" && frame.bottom <= 0;
    pen.fillStyle = !solid ? "#eceff2" : "#787878";
    pen.fillRect(0, rows, canvas.width, wall);
    pen.fillStyle = solid ? "#fff" : "#333";
    pen.font = "20px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(frame.bottom > 0 ? `${ground} ${frame.bottom.toFixed(1)} D below` : ground, half, rows + wall / 2);
  };

  // The curves: gap and velocity over time with a mark at the moment shown.
  const make = (parent, name, attributes, text) => {
    const element = parent.appendChild(document.createElementNS(SVG, name));
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const ticks = (low, high, count) => {
    const rough = (high - low) / count || 1;
    const decade = 10 ** Math.floor(Math.log10(rough));
    const step = decade * [1, 2, 5, 10].find((n) => n * decade >= rough);
    const list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1) list.push(k * step);
    return list.map((value) => [value, minus(String(Number(value.toPrecision(6))))]);
  };
  const range = (values) => values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const box = { left: 56, right: 468, top: 24, bottom: 168 };
  const curve = (id, values, of, title, colour) => {
    const svg = at(id);
    svg.setAttribute("viewBox", "0 0 480 206");
    const start = Math.min(motion.time[0] ?? 0, frames[0].time);
    const end = Math.max(motion.time[motion.time.length - 1] ?? lastTime, lastTime);
    const [low, high] = range(values.concat(frames.map(of), [0]));
    const margin = 0.06 * (high - low) || 1;
    const x = (time) => box.left + ((time - start) / (end - start || 1)) * (box.right - box.left);
    const y = (value) => box.bottom - ((value - low + margin) / (high - low + 2 * margin)) * (box.bottom - box.top);
    const text = { "font-size": 13, fill: "#333" };
    make(svg, "text", { x: box.left, y: 15, ...text }, title);
    ticks(low - margin, high + margin, 4).forEach(([value, label]) => {
      make(svg, "line", { x1: box.left, x2: box.right, y1: y(value), y2: y(value), stroke: value === 0 ? "#999" : "#e3e7eb" });
      make(svg, "text", { x: box.left - 6, y: y(value) + 4, "text-anchor": "end", ...text }, label);
    });
    ticks(timeScale * start, timeScale * end, 6).forEach(([value, label]) => {
      const place = x(value / timeScale);
      make(svg, "line", { x1: place, x2: place, y1: box.bottom, y2: box.bottom + 4, stroke: "#555" });
      make(svg, "text", { x: place, y: box.bottom + 18, "text-anchor": "middle", ...text }, label);
    });
    make(svg, "text", { x: (box.left + box.right) / 2, y: 202, "text-anchor": "middle", ...text }, `time (${timeUnit})`);
    const { left, top } = box;
    make(svg, "rect", { x: left, y: top, width: box.right - left, height: box.bottom - top, fill: "none", stroke: "#555" });
    const points = motion.time.map((time, row) => `${x(time).toFixed(1)},${y(values[row]).toFixed(1)}`).join(" ");
    make(svg, "polyline", { points, fill: "none", stroke: colour, "stroke-width": 2, "stroke-linejoin": "round" });
    const line = make(svg, "line", { y1: top, y2: box.bottom, stroke: "#000", "stroke-dasharray": "3 3" });
    const dot = make(svg, "circle", { r: 5, fill: colour, stroke: "#fff", "stroke-width": 1.5 });
    const point = (event) => {
      const edge = svg.getBoundingClientRect();
      const place = ((event.clientX - edge.left) / edge.width) * 480;
      const time = start + ((place - box.left) / (box.right - box.left)) * (end - start);
      const distance = (frame) => Math.abs(frame.time - time);
      show(frames.reduce((best, frame, number) => (distance(frame) < distance(frames[best]) ? number : best), 0));
    };
    svg.addEventListener("pointerdown", (event) => { pause(); svg.setPointerCapture(event.pointerId); point(event); });
    svg.addEventListener("pointermove", (event) => { if (event.buttons) point(event); });
    return (frame) => {
      line.setAttribute("x1", x(frame.time));
      line.setAttribute("x2", x(frame.time));
      dot.setAttribute("cx", x(frame.time));
      dot.setAttribute("cy", y(of(frame)));
    };
  };

  // The path in true shape, from the side over the wall or from above, with the sphere at the moment shown.
  const path = (id, x, height, wall, title) => {
    const svg = at(id);
    const [[left, right], [low, high]] = [range(x), range(height)];
    const [width, depth] = [right - left + 1.2, high - low + 1.2];
    const scale = Math.min(412 / width, 260 / depth);
    const bottom = 24 + scale * depth;
    const place = (row) => [box.left + scale * (x[row] - left + 0.6), bottom - scale * (height[row] - low + 0.6)];
    svg.setAttribute("viewBox", `0 0 480 ${(bottom + 38).toFixed(0)}`);
    const text = { "font-size": 13, fill: "#333" };
    make(svg, "text", { x: box.left, y: 15, ...text }, title);
    ticks(left - 0.6, right + 0.6, 6).forEach(([value, label]) => {
      const across = box.left + scale * (value - left + 0.6);
      make(svg, "line", { x1: across, x2: across, y1: bottom, y2: bottom + 4, stroke: "#555" });
      make(svg, "text", { x: across, y: bottom + 18, "text-anchor": "middle", ...text }, label);
    });
    ticks(low - 0.6, high + 0.6, 4).forEach(([value, label]) => {
      const y = bottom - scale * (value - low + 0.6);
      make(svg, "line", { x1: box.left, x2: box.left + scale * width, y1: y, y2: y, stroke: wall && value === 0 ? "#555" : "#e3e7eb" });
      make(svg, "text", { x: box.left - 6, y: y + 4, "text-anchor": "end", ...text }, label);
    });
    make(svg, "rect", { x: box.left, y: 24, width: scale * width, height: scale * depth, fill: "none", stroke: "#555" });
    const points = x.map((_, row) => place(row).map((number) => number.toFixed(1)).join(",")).join(" ");
    make(svg, "polyline", { points, fill: "none", stroke: "#0072b2", "stroke-width": 2, "stroke-linejoin": "round" });
    const ball = make(svg, "circle", { r: 0.5 * scale, fill: "#bebebe", "fill-opacity": 0.6, stroke: "#000" });
    return (frame) => {
      const row = motion.time.findIndex((time) => time >= frame.time);
      const [cx, cy] = place(row < 0 ? x.length - 1 : row);
      ball.setAttribute("cx", cx);
      ball.setAttribute("cy", cy);
    };
  };

  // The player.
  const [play, scrub, rate] = [at("play"), at("scrub"), at("rate")];
  let current = 0;
  let playing = false;
  let due = 0;
  const show = (number) => {
    current = Math.max(0, Math.min(frames.length - 1, number));
    const frame = frames[current];
    drawFlow(frame, pictures[current]);
    marks.forEach((mark) => mark(frame));
    const gap = Math.abs(frame.gap) < 0.01 ? frame.gap.toExponential(2) : frame.gap.toFixed(3);
    const [time, velocity] = [`${(timeScale * frame.time).toFixed(2)} ${timeUnit}`, `${frame.velocity.toPrecision(3)} m/s`];
    at("now-time").textContent = minus(time);
    at("now-gap").textContent = minus(gap);
    at("now-velocity").textContent = minus(velocity);
    scrub.value = current;
    scrub.setAttribute("aria-valuetext", `time ${time}, gap ${gap} diameters, velocity ${velocity}`);
  };
  const step = (now) => {
    if (!playing) return;
    if (now >= due) {
      if (current === frames.length - 1) return pause();
      show(current + 1);
      due = Math.max(now, due) + 1000 / Number(rate.value) - Math.min(16, Math.max(0, now - due));
    }
    requestAnimationFrame(step);
  };
  const pause = () => {
    playing = false;
    play.textContent = "Play";
  };
  const start = () => {
    if (current === frames.length - 1) show(0);
    playing = true;
    play.textContent = "Pause";
    due = performance.now();
    requestAnimationFrame(step);
  };
  const go = (number) => { pause(); show(number); };
  const marks = [
    curve("gap-curve", motion.gap, (frame) => frame.gap, ground ? "Gap h/D" : "Height of the lowest point h/D", "#0072b2"),
    curve("velocity-curve", motion.velocity, (frame) => frame.velocity, `Velocity V (m/s), ${ground ? `positive away from the ${ground}` : "along the axis"}`, "#d55e00"),
  ];
  const heights = motion.gap.map((gap) => gap + 0.5);
  if (motion.x) marks.push(path("path-side", motion.x, heights, ground, "Path of the centre from the side: height z/D over x/D"));
  if (motion.y) marks.push(path("path-above", motion.x, motion.y, false, "Path of the centre from above: y/D over x/D"));
  play.addEventListener("click", () => (playing ? pause() : start()));
  at("back").addEventListener("click", () => go(current - 1));
  at("next").addEventListener("click", () => go(current + 1));
  scrub.addEventListener("input", () => go(Number(scrub.value)));
  at("player").addEventListener("keydown", (event) => {
    const onButton = event.target.tagName === "BUTTON" && event.key === " ";
    if (event.target === rate || onButton || event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = {
      " ": () => (playing ? pause() : start()),
      ArrowLeft: () => go(current - 1),
      ArrowRight: () => go(current + 1),
      Home: () => go(0),
      End: () => go(frames.length - 1),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  show(0);
  frames.reduce(
    (before, frame, number) =>
      before.then(async () => {
        const points = bytes(frame.picture);
        const beyond = frame.left ? bytes(frame.left) : points;
        const [right, left] = await Promise.all([picture(points, "right"), picture(beyond, "left")]);
        pictures[number] = { right, left };
        if (number === current) show(current);
      }),
    Promise.resolve(),
  ).then(() => { at("player").dataset.ready = "yes"; });
})();
