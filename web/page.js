// The page: the text of one case, controls that change it, and what the program answers. Nothing is computed here.
"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const element = (name, attributes = {}, ...inside) => {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...inside);
    return made;
  };
  const START = `title = "A steel sphere on glass in silicone oil"

[sphere]
diameter = "3 mm"
material = "steel"

[liquid]
density = "935 kg/m3"
viscosity = "10 mPa s"

[wall]
material = "glass"

[release]
gap = "4 D"
speed = "0.585 m/s"

[contact]
restitution = 0.97

[resolution]
cells_per_diameter = 16

[run]
bounces = 1
`;

  // The program in workers: one answers every move, another computes the flow and is ended when it is stopped.
  let program = null;
  const worker = () => {
    const source = new Blob([at("worker").textContent], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    const thread = new Worker(address);
    const waiting = new Map();
    let last = 0;
    thread.onmessage = ({ data: { id, ...reply } }) => waiting.get(id)(reply);
    const call = (name, args, see) => new Promise((done) => {
      last += 1;
      const id = last;
      waiting.set(id, (reply) => {
        if (reply.progress) return see(reply.progress);
        waiting.delete(id);
        done(reply);
      });
      thread.postMessage({ id, call: name, args });
    });
    return { call, end: () => { thread.terminate(); URL.revokeObjectURL(address); } };
  };
  const unpack = async () => {
    const packed = Uint8Array.from(atob(at("program").textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  };

  let text = START;
  let answer = null; // of theory
  let found = null; // of the flow of this text
  let record = { name: "", bytes: new Uint8Array(0) };
  let words = null;
  let main = null;
  let flow = null;

  // Numbers as readers see them.
  const UNITS = { m: [["m", 1], ["mm", 1e-3], ["µm", 1e-6]], s: [["s", 1], ["ms", 1e-3], ["µs", 1e-6]], "m/s": [["m/s", 1], ["mm/s", 1e-3]] };
  const digits = (value, count = 4) => {
    if (value === null || value === undefined) return "–";
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(count - 1);
    return String(Number(value.toPrecision(count)));
  };
  const shown = (value, unit) => {
    if (value === null || value === undefined) return "–";
    const list = UNITS[unit] ?? [[unit, 1]];
    const [name, size] = list.find(([, one]) => Math.abs(value) >= one) ?? list[list.length - 1];
    return `${digits(value / size)} ${name}`.trim().replace("-", "−");
  };

  // Controls: each is a key of the case, with the unit in which a slider writes it.
  const range = (key, label, low, high, unit, size, more = {}) => ({ key, label, low, high, unit, size, ...more });
  const choice = (key, label, options, more = {}) => ({ key, label, options, ...more });
  const given = (key) => answer?.given.includes(key);
  const named = () => (given("liquid.name") ? answer.values["liquid.name"] : "values");
  const byNumbers = () => Boolean(answer?.given.some((key) => key.startsWith("groups.")));
  const quantity = (key, unit, size) => `${digits(answer.values[key] / size, 6)} ${unit}`;
  const LIQUID = ["name", "temperature", "glycerol", "grade"].map((key) => `liquid.${key}`);
  const without = (keys) => keys.map((key) => [key, null]);
  const asLiquid = (name) => {
    if (name === "values") {
      return [...without(LIQUID), ["liquid.density", quantity("liquid.density", "kg/m3", 1)], ["liquid.viscosity", quantity("liquid.viscosity", "mPa s", 1e-3)]];
    }
    const own = { "glycerol-water": [["liquid.glycerol", 0.7]], "silicone-oil": [["liquid.grade", "10 cSt"]] }[name] ?? [];
    return [...without([...LIQUID, "liquid.density", "liquid.viscosity", "groups.reynolds", "groups.stokes"]), ["liquid.name", name], ...own];
  };
  const asRelease = (kind) => kind === "rest"
    ? without(["release.speed", "release.kind", "release.free_gap", "release.run_up", "release.ramp", "groups.reynolds", "groups.stokes"])
    : [["release.kind", null], ["release.speed", `${digits(answer.approach_speed_m_s)} m/s`]];
  const asNumbers = (kind) => kind === "numbers"
    ? [...asRelease("speed"), ...without([...LIQUID, "sphere.density", "liquid.viscosity"]), ["liquid.density", quantity("liquid.density", "kg/m3", 1)],
      ["groups.reynolds", Number(digits(answer.groups.reynolds))], ["groups.stokes", Number(digits(answer.groups.stokes))]]
    : [...without(["groups.reynolds", "groups.stokes"]), ["sphere.density", quantity("sphere.density", "kg/m3", 1)],
      ["liquid.viscosity", quantity("liquid.viscosity", "mPa s", 1e-3)]];
  const groups = () => [
    ["Sphere", [
      range("sphere.diameter", "Diameter", 2e-4, 5e-2, "mm", 1e-3),
      choice("sphere.material", "Solid", words.solids, { instead: () => [["sphere.density", null], ["sphere.young", null], ["sphere.poisson", null]], none: "of its own" }),
    ]],
    ["Liquid", [
      choice("numbers", "Given by", ["properties", "numbers"], {
        names: ["its properties", "Reynolds and Stokes number"], wide: true, value: () => (byNumbers() ? "numbers" : "properties"), change: asNumbers }),
      choice("liquid.name", "Liquid", ["values", ...words.liquids], { names: ["by its values", ...words.liquids], wide: true, value: named, change: asLiquid, when: () => !byNumbers() }),
      range("groups.reynolds", "Reynolds number", 0.1, 1e4, "", 1, { when: byNumbers }),
      range("groups.stokes", "Stokes number", 1, 5e3, "", 1, { when: byNumbers }),
      range("liquid.viscosity", "Viscosity", 2e-4, 2, "mPa s", 1e-3, { when: () => !byNumbers() && named() === "values" }),
      range("liquid.density", "Density", 600, 2000, "kg/m3", 1, { when: () => named() === "values", linear: true }),
      range("liquid.glycerol", "Mass fraction of glycerol", 0, 1, "", 1, { when: () => named() === "glycerol-water", linear: true }),
      range("liquid.grade", "Grade", 5e-6, 1e-3, "cSt", 1e-6, { when: () => named() === "silicone-oil" }),
    ]],
    ["Wall and contact", [
      choice("wall.material", "Wall", words.solids, { instead: () => [["wall.young", null], ["wall.poisson", null]], none: "of its own" }),
      range("contact.restitution", "Dry restitution", 0.3, 1, "", 1, { linear: true }),
      range("film.roughness", "Roughness", 1e-8, 1e-5, "um", 1e-6),
    ]],
    ["Release", [
      choice("release.kind", "The sphere", ["speed", "rest"], {
        names: ["arrives at a speed", "falls from rest"], wide: true, value: () => (given("release.speed") ? "speed" : "rest"), change: asRelease }),
      range("release.speed", "Speed", 5e-3, 5, "m/s", 1, { when: () => given("release.speed") }),
      range("release.gap", "Height above the wall", 1, 40, "D", 1, { over: true }),
      range("run.bounces", "Bounces", 1, 6, "", 1, { linear: true, whole: true }),
    ]],
    ["Grid of the flow", [
      choice("resolution.cells_per_diameter", "Cells over a diameter", [12, 16, 24, 32], { names: ["12: a look", "16: coarse", "24: the program's", "32: fine"], wide: true, number: true }),
    ]],
  ];
  const POSITIONS = 1000;
  const made = [];
  const build = () => {
    for (const [title, controls] of groups()) {
      const box = element("fieldset", {}, element("legend", { textContent: title }));
      for (const control of controls) {
        const id = `field-${control.key}`;
        const fault = element("output", { id: `fault-${control.key}` });
        const field = element("div", { className: control.wide ? "field wide" : "field" }, element("label", { htmlFor: id, textContent: control.label }));
        if (control.options) {
          control.select = element("select", { id });
          control.options.forEach((word, number) => control.select.append(element("option", { value: word, textContent: control.names?.[number] ?? word })));
          control.select.onchange = () => {
            const { value } = control.select;
            if (control.change) return change(control.change(value));
            if (value === "") return undefined;
            return change([...(control.instead?.() ?? []), [control.key, control.number ? Number(value) : value]]);
          };
          field.append(control.select);
        } else {
          control.box = element("input", { id, type: "text", inputMode: "text", autocomplete: "off" });
          control.slider = element("input", { type: "range", min: 0, max: POSITIONS, step: 1, ariaLabel: `${control.label}, slider` });
          control.slider.dataset.key = control.key;
          control.slider.oninput = () => {
            const value = fromPlace(control, control.slider.value / POSITIONS);
            change([[control.key, written(control, value)]]);
          };
          control.box.onchange = () => change([[control.key, typed(control.box.value)]]);
          field.append(control.box, control.slider);
        }
        field.append(fault);
        box.append(field);
        made.push({ ...control, field, fault });
      }
      at("controls").append(box);
    }
  };
  const typed = (value) => (value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : value);
  const fromPlace = ({ low, high, linear, whole }, place) => {
    const value = linear ? low + place * (high - low) : low * (high / low) ** place;
    return whole ? Math.round(value) : value;
  };
  const toPlace = ({ low, high, linear }, value) => (linear ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low));
  const written = ({ unit, size, whole }, value) => {
    const number = Number((value / size).toPrecision(whole ? 6 : 3));
    return unit ? `${number} ${unit}` : number;
  };
  const valueOf = (control) => {
    const value = answer.values[control.key] ?? (control.key.startsWith("groups.") ? answer.groups[control.key.slice(7)] : undefined);
    return control.over && typeof value === "number" ? value / answer.values["sphere.diameter"] : value;
  };
  const showControls = () => {
    for (const control of made) {
      control.field.hidden = control.when ? !control.when() : false;
      const value = valueOf(control);
      if (control.select) {
        const chosen = control.value ? control.value() : value;
        if (chosen === undefined && control.none && !control.select.querySelector('[value=""]')) {
          control.select.prepend(element("option", { value: "", textContent: control.none }));
        }
        if (chosen !== undefined && !control.options.map(String).includes(String(chosen))) {
          control.options.push(chosen);
          control.select.append(element("option", { value: chosen, textContent: chosen }));
        }
        control.select.value = chosen ?? "";
      } else {
        const number = typeof value === "number" ? value : undefined;
        if (document.activeElement !== control.box) {
          control.box.value = number === undefined ? "" : `${digits(number / control.size)} ${control.unit}`.trim();
        }
        if (document.activeElement !== control.slider && number !== undefined) {
          control.slider.value = Math.round(POSITIONS * Math.max(0, Math.min(1, toPlace(control, number))));
        }
      }
    }
  };

  // Problems stand beside the field whose key they are about; the others above the figures.
  const showFaults = (problems) => {
    made.forEach(({ fault, box }) => { fault.textContent = ""; box?.classList.remove("bad"); });
    at("text").classList.toggle("bad", problems.length > 0);
    at("faults").replaceChildren();
    for (const { message, help, key, label } of problems) {
      const words = [message, label && !message.includes(label) ? label : "", help ?? ""].filter(Boolean);
      const field = key && made.find((control) => (control.key === key || control.key.endsWith(`.${key}`)) && !control.field.hidden);
      if (field) {
        field.fault.textContent = words.join(" – ");
        field.box?.classList.add("bad");
      } else {
        at("faults").append(element("p", {}, words[0], ...words.slice(1).map((line) => element("small", { textContent: line }))));
      }
    }
    at("outcome").classList.toggle("wrong", problems.length > 0);
    document.querySelectorAll("#scene-box, #numbers-box, .figures").forEach((part) => part.classList.toggle("stale", problems.length > 0));
  };

  // The text changes in order; an answer that is no longer of it is not shown.
  let asked = 0;
  let busy = false;
  let again = false;
  const change = async (changes) => {
    await changing;
    changing = main.call("edited", [text, JSON.stringify(changes)]);
    const reply = await changing;
    if (reply.problems) return showFaults(reply.problems);
    return take(reply.answer);
  };
  let changing = Promise.resolve();
  const take = (fresh) => {
    text = fresh;
    if (document.activeElement !== at("text")) at("text").value = text;
    return ask();
  };
  const ask = async () => {
    stop();
    found = null;
    if (busy) { again = true; return; }
    busy = true;
    do {
      again = false;
      asked += 1;
      const began = performance.now();
      const reply = await main.call("theory", [text, record.name, record.bytes]);
      if (reply.answer) answer = reply.answer;
      if (!again) {
        showFaults(reply.problems ?? []);
        if (reply.answer) show(answer);
      }
      window.wetbounce = { moves: asked, took: performance.now() - began, answer, found, text };
    } while (again);
    busy = false;
    document.body.dataset.state = "ready";
  };

  const rows = (shownAnswer) => {
    const { bounces: [first], groups: numbers, values } = shownAnswer;
    const list = [
      ["Restitution, as a camera sees it", digits(first?.restitution)],
      ["Restitution of the contact", digits(first?.restitution_contact)],
      ["Speed at impact, at rebound", first ? `${shown(first.impact_speed_m_s, "m/s")}, ${shown(first.rebound_speed_m_s, "m/s")}` : "–"],
      ["Apex of the rebound", first?.apex_gap_m === null || !first ? "–" : `${shown(first.apex_gap_m, "m")} = ${digits(first.apex_gap_m / values["sphere.diameter"])} D`],
      ["Time in contact", first?.separation_time_s ? shown(first.separation_time_s - first.contact_time_s, "s") : shown(shownAnswer.contact_time_s, "s")],
      ["Stokes number", `${digits(numbers.stokes)} (${digits(numbers.stokes_modified)} with the added mass)`],
      ["Reynolds number", digits(numbers.reynolds)],
      ["Galileo number", digits(shownAnswer.galileo)],
      ["Density ratio", digits(numbers.density_ratio)],
      ["Speed of the approach", shown(shownAnswer.approach_speed_m_s, "m/s")],
      ["Terminal speed", shown(shownAnswer.terminal_speed_m_s, "m/s")],
      ["Dry restitution", digits(shownAnswer.restitution_dry)],
      ["The motion ends", shownAnswer.ending ?? "–"],
    ];
    return list;
  };
  const show = (shownAnswer) => {
    const [first] = shownAnswer.bounces;
    const how = found ? "computed flow" : "theory";
    at("headline").textContent = first ? `Restitution ${digits(first.restitution, 3)} (${how})` : `No bounce (${how})`;
    at("headline").dataset.restitution = first?.restitution ?? "";
    at("numbers").tBodies[0].replaceChildren(...rows(shownAnswer).map(([name, value]) =>
      element("tr", {}, element("th", { scope: "row", textContent: name }), element("td", { textContent: value }))));
    at("trajectory").innerHTML = fitting(shownAnswer.trajectory);
    at("restitution").innerHTML = fitting(shownAnswer.restitution);
    const list = [...shownAnswer.remarks].sort((a, b) => (b.kind === "warning") - (a.kind === "warning"));
    at("remarks").replaceChildren(...list.map(({ kind, name, text: words }) => {
      const item = element("li", { className: kind, textContent: `${kind === "warning" ? "warning" : "assumed"}: ${words}` });
      item.dataset.name = name;
      return item;
    }), element("li", { textContent: "not on this page: the range of the rebound over inputs of the film that the case does not give; wetbounce run has it" }));
    showRecord(shownAnswer.record);
    showControls();
    const { cost } = answer;
    if (!flow) {
      at("status").textContent = found ? `${at("status").textContent}` : cost.refused ?? `${cost.cells[0]} × ${cost.cells[1]} cells, about ${lasting(cost.elapsed_s)}`;
      at("compute").disabled = cost.refused !== null;
    }
    at("command").textContent = "wetbounce run case.toml        # by theory: wetbounce theory case.toml";
    scene.take(shownAnswer.course, shownAnswer.values["sphere.diameter"], shownAnswer.approach_speed_m_s);
    if (found) scene.film(found.frames);
    link();
  };
  // The size on the page is that of its column.
  const fitting = (svg) => svg.replace(/^<svg width="[^"]*" height="[^"]*"/, "<svg");
  const lasting = (seconds) => (seconds < 100 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`);

  // What the record shows.
  const QUANTITIES = [["restitution", "restitution", ""], ["speed_in_m_s", "speed in", "m/s"], ["speed_out_m_s", "speed out", "m/s"],
    ["apex_gap_m", "apex", "m"], ["apex_time_s", "apex after contact", "s"], ["contact_gap_m", "gap at contact", "m"]];
  const showRecord = (read) => {
    const box = at("reading");
    at("forget").hidden = !given("measurement.file");
    if (!read) {
      const missing = given("measurement.file") && !record.name;
      box.replaceChildren(...(missing ? [element("p", { textContent: `This case names the record ${answer.values["measurement.file"]}. A link holds no record: drop the file here.` })] : []));
      return;
    }
    const value = (entry, unit) => {
      if (!entry) return "–";
      const size = unit === "m" || unit === "s" ? 1e3 : 1;
      const places = Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(entry.sigma * size || 1))));
      return `${(entry.value * size).toFixed(places)} ± ${(entry.sigma * size).toFixed(places)}${unit ? ` ${size > 1 ? "m" : ""}${unit}` : ""}`;
    };
    const tables = read.drops.map((drop) => {
      const head = element("tr", {}, element("th", { textContent: drop.drop ? `drop ${drop.drop}` : "quantity" }),
        ...drop.bounces.map(({ number }) => element("th", { textContent: `bounce ${number}` })));
      const body = QUANTITIES.filter(([key]) => drop.bounces.some((bounce) => bounce[key])).map(([key, name, unit]) =>
        element("tr", {}, element("th", { scope: "row", textContent: name }), ...drop.bounces.map((bounce) => element("td", { textContent: value(bounce[key], unit) }))));
      return element("div", { className: "table" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
    });
    const lines = [
      ...read.columns.map(({ quantity: of, column, unit }) => `read: ${of} from “${column}” [${unit}]`),
      ...read.drops.flatMap((drop) => drop.unread).map((why) => `not read: ${why}`),
      ...read.left_out.map(({ line, rows: count, why }) => `left out: ${count} rows from line ${line} on: ${why}`),
      ...read.remarks.map(({ text: words }) => `doubt: ${words}`),
      ...(read.not_compared ? [`not set beside the motion: ${read.not_compared}`] : []),
      ...(read.comparison?.gap ? [`beside the motion: root mean square of the gaps ${shown(read.comparison.gap.rms, "m")}`] : []),
    ];
    box.replaceChildren(element("h3", { textContent: read.name }), ...tables, element("ul", {}, ...lines.map((line) => element("li", { textContent: line }))));
  };
  const drop = async (file) => {
    if (!file) return;
    if (file.size > 50e6) { showFaults([{ message: `${file.name} is larger than 50 MB, too large for this page; \`wetbounce measure\` reads it` }]); return; }
    record = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    await change([["measurement.file", file.name], ...(given("measurement.clock") || given("measurement.rows") ? [] : [["measurement.clock", "fitted"]])]);
  };
  at("file").onchange = ({ target }) => drop(target.files[0]);
  at("forget").onclick = () => { record = { name: "", bytes: new Uint8Array(0) }; at("file").value = ""; change([["measurement", null]]); };
  document.ondragover = (event) => { event.preventDefault(); at("record").classList.add("over"); };
  document.ondragleave = () => at("record").classList.remove("over");
  document.ondrop = (event) => { event.preventDefault(); at("record").classList.remove("over"); drop(event.dataTransfer.files[0]); };

  // The scene: sphere, wall, and the vorticity where it is computed; lengths in diameters.
  const scene = (() => {
    const canvas = at("scene");
    const pen = canvas.getContext("2d");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let [course, diameter, speed, film, playing, began] = [null, 1, 1, null, !still, 0];
    const SECONDS = 4;
    const moment = (share) => {
      const last = course.time_s.length - 1;
      const place = Math.min(last, Math.max(0, Math.round(share * last)));
      return ["time_s", "gap_m", "velocity_m_s"].map((key) => course[key][place]);
    };
    const picture = (frame) => {
      if (frame.image) return frame.image;
      const { columns, rows: high, palette } = film;
      const image = new ImageData(2 * columns, high);
      for (let row = 0; row < high; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const right = frame.points[row * columns + column];
          const left = frame.left ? frame.left[row * columns + column] : 254 - right;
          for (const [x, point] of [[columns + column, right], [columns - 1 - column, left]]) {
            const place = 4 * (2 * row * columns + x);
            image.data.set([palette[3 * point], palette[3 * point + 1], palette[3 * point + 2], 255], place);
          }
        }
      }
      const sheet = new OffscreenCanvas(2 * columns, high);
      sheet.getContext("2d").putImageData(image, 0, 0);
      frame.image = sheet;
      return sheet;
    };
    const draw = (share) => {
      if (!course) return;
      let [time, gap, velocity] = moment(share);
      const { width, height } = canvas;
      const wall = 26;
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, width, height);
      let frame = null;
      if (film?.frames.length) {
        frame = film.frames.reduce((best, other) => (Math.abs(other.time - time) < Math.abs(best.time - time) ? other : best));
        ({ time, gap, velocity } = frame);
      }
      const scale = width / 3;
      const room = (height - wall) / scale;
      let bottom = frame ? frame.bottom / diameter : Math.max(0, gap / diameter - room + 2.2);
      let middle = frame ? frame.centre / diameter : gap / diameter + 0.5;
      const y = (z) => height - wall - (z - bottom) * scale;
      if (frame) pen.drawImage(picture(frame), width / 2 - (film.columns / film.rows) * (film.height / diameter) * scale, y(bottom + film.height / diameter),
        2 * (film.columns / film.rows) * (film.height / diameter) * scale, (film.height / diameter) * scale);
      const ball = (z, radius) => {
        pen.beginPath();
        pen.arc(width / 2, y(z), radius * scale, 0, 2 * Math.PI);
        pen.fillStyle = "#bebebe";
        pen.fill();
        pen.lineWidth = 2;
        pen.strokeStyle = "#000";
        pen.stroke();
      };
      ball(middle, 0.5);
      if (frame?.second) ball(frame.second[0] / diameter, frame.second[1] / diameter);
      const length = (0.45 * scale * velocity) / (speed || 1);
      if (Math.abs(length) > 5) {
        const tip = y(middle) - length;
        const back = tip + 9 * Math.sign(length);
        pen.beginPath();
        pen.moveTo(width / 2, y(middle));
        pen.lineTo(width / 2, tip);
        pen.moveTo(width / 2 - 7, back);
        pen.lineTo(width / 2, tip);
        pen.lineTo(width / 2 + 7, back);
        pen.lineWidth = 3;
        pen.stroke();
      }
      const near = bottom <= 0;
      pen.fillStyle = near ? "#787878" : "#eceff2";
      pen.fillRect(0, height - wall, width, wall);
      pen.fillStyle = near ? "#fff" : "#333";
      pen.font = "14px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(near ? "wall" : `wall ${digits(bottom, 2)} D below`, width / 2, height - wall / 2);
      const caption = `t = ${shown(time, "s")}, gap ${digits(gap / diameter, 3)} D, velocity ${shown(Math.abs(velocity) < 1e-6 * speed ? 0 : velocity, "m/s")}`;
      at("moment").textContent = frame ? `${caption}; vorticity: red turns one way, blue the other` : caption;
    };
    const tick = (now) => {
      if (playing && course) {
        const share = (((now - began) / 1000) % (SECONDS + 1)) / SECONDS;
        at("scrub").value = Math.round(400 * Math.min(1, share));
        draw(Math.min(1, share));
      }
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    const name = () => { at("play").textContent = playing ? "Pause" : "Play"; };
    name();
    at("play").onclick = () => { playing = !playing; began = performance.now() - (Number(at("scrub").value) >= 400 ? 0 : 10 * SECONDS / 4 * Number(at("scrub").value)); name(); };
    at("scrub").oninput = () => { playing = false; name(); draw(at("scrub").value / 400); };
    return {
      take: (fresh, size, fast) => { [course, diameter, speed, film] = [fresh, size, fast, null]; if (!playing) draw(at("scrub").value / 400); },
      film: (frames) => { film = frames; if (!playing) draw(at("scrub").value / 400); },
      // While the flow is computed its last frame stands still.
      live: (frames, moment) => {
        film = { ...frames, frames: frames.frames.slice(-1) };
        playing = false;
        name();
        const [first, last] = [course.time_s[0], course.time_s[course.time_s.length - 1]];
        at("scrub").value = Math.round((400 * (moment - first)) / (last - first));
        draw(at("scrub").value / 400);
      },
      play: () => { playing = !still; began = performance.now(); name(); draw(0); },
    };
  })();

  // The flow.
  const stop = () => {
    if (!flow) return;
    flow.end();
    flow = null;
    found = null;
    at("progress").hidden = true;
    at("stop").hidden = true;
    at("compute").hidden = false;
  };
  at("stop").onclick = () => { stop(); show(answer); at("status").textContent = "stopped"; };
  at("compute").onclick = async () => {
    stop();
    const own = worker();
    flow = own;
    at("progress").removeAttribute("value");
    at("progress").hidden = false;
    at("stop").hidden = false;
    at("compute").hidden = true;
    at("status").textContent = "The grid is built …";
    const began = performance.now();
    const points = new Map();
    let frames = null;
    await own.call("begin", [program]);
    const reply = await own.call("flow", [text, record.name, record.bytes], (progress) => {
      if (flow !== own) return;
      progress.points.forEach(([name, bytes]) => points.set(name, bytes));
      const half = progress.columns * progress.rows;
      const framed = progress.frames.map((frame) => {
        const bytes = points.get(frame.number);
        return { ...frame, points: bytes.subarray(0, half), left: bytes.length > half ? bytes.subarray(half) : null };
      });
      frames = { frames: framed, columns: progress.columns, rows: progress.rows, height: progress.height_m, palette: progress.palette };
      const elapsed = (performance.now() - began) / 1000;
      if (progress.share > 0.02) {
        at("progress").value = progress.share;
        at("status").textContent = `${Math.round(100 * progress.share)} %, about ${lasting(elapsed / progress.share - elapsed)} left`;
      } else {
        at("status").textContent = `${lasting(elapsed)} so far: ${progress.time_s < 0 ? "the wake develops" : "the sphere approaches"}`;
      }
      if (framed.length) scene.live(frames, progress.time_s);
    });
    if (flow !== own) return;
    const seconds = (performance.now() - began) / 1000;
    if (reply.problems) {
      stop();
      showFaults(reply.problems);
      at("status").textContent = "";
      return;
    }
    found = { ...reply.answer, frames, call: own.call };
    at("progress").hidden = true;
    at("stop").hidden = true;
    at("compute").hidden = false;
    at("status").textContent = `computed in ${digits(seconds, 3)} s`;
    show(found);
    scene.play();
    Object.assign(window.wetbounce, { found, seconds });
    document.body.dataset.flow = "done";
  };

  // The case as text, file and link.
  let pause = 0;
  at("text").oninput = () => {
    clearTimeout(pause);
    pause = setTimeout(() => take(at("text").value), 150);
  };
  const save = (name, content, type) => {
    const address = URL.createObjectURL(new Blob([content], { type }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  at("save-case").onclick = () => save("case.toml", text, "application/toml");
  at("save-rows").onclick = async () => {
    const reply = found ? await found.call("flow_trajectory", []) : await main.call("trajectory", [text]);
    if (reply.answer) save("trajectory.csv", reply.answer, "text/csv");
    else showFaults(reply.problems);
  };
  at("save-trajectory").onclick = () => save("trajectory.svg", (found ?? answer).trajectory, "image/svg+xml");
  at("save-restitution").onclick = () => save("restitution.svg", (found ?? answer).restitution, "image/svg+xml");
  const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  const link = async () => {
    const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    const name = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    at("link").value = `${location.href.split("#")[0]}#case=${name}`;
  };
  const fromLink = async () => {
    const name = new URLSearchParams(location.hash.slice(1)).get("case");
    if (!name) return null;
    const packed = Uint8Array.from(atob(name.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
  };
  at("copy").onclick = async () => {
    at("link").select();
    try { await navigator.clipboard.writeText(at("link").value); } catch { document.execCommand("copy"); }
    at("copy").textContent = "Copied";
  };
  const open = async () => {
    try {
      const held = await fromLink();
      if (held !== null) { await take(held); return; }
    } catch {
      await ask();
      showFaults([{ message: "the link holds no case: it was cut, or changed on its way", help: "ask for the file case.toml instead" }]);
      return;
    }
    await ask();
  };
  onhashchange = open;

  (async () => {
    try {
      program = await unpack();
    } catch (error) {
      at("headline").textContent = "This browser cannot run the program.";
      at("faults").append(element("p", { textContent: `It needs WebAssembly with SIMD and DecompressionStream, as browsers have them since 2023. (${error})` }));
      return;
    }
    main = worker();
    words = (await main.call("begin", [program])).answer;
    at("version").textContent = words.version;
    build();
    at("text").value = text;
    await open();
  })();
})();
