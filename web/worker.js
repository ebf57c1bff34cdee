// The program in a worker: one call at a time, in the order in which they come.
"use strict";
let ready = null;
let flow = null;
const STEPS = 0.25; // seconds between two messages of a flow under way

const read = (text) => JSON.parse(text);

// Steps until some time has gone by; the page draws what it gets, and stops the worker where it does not want more.
function follow(post) {
  let steps = 8;
  const known = new Set();
  const go = () => {
    const began = performance.now();
    const reply = read(flow.advance(steps));
    if (reply.problems) return post(reply);
    const taken = (performance.now() - began) / 1000;
    steps = Math.max(1, Math.min(20000, Math.round((steps * STEPS) / Math.max(taken, 1e-3))));
    const progress = reply.answer;
    const fresh = progress.frames.map((frame, number) => [frame.number, number]).filter(([name]) => !known.has(name));
    progress.points = fresh.map(([name, number]) => [name, flow.frame(number)]);
    fresh.forEach(([name]) => known.add(name));
    progress.palette = flow.palette();
    post({ progress });
    if (progress.more) setTimeout(go, 0);
    else post(read(flow.result()));
  };
  go();
}

onmessage = async ({ data: { id, call, args } }) => {
  const post = (reply) => postMessage({ id, ...reply });
  try {
    if (call === "begin") {
      ready = wasm_bindgen({ module_or_path: args[0] });
      await ready;
      return post(read(wasm_bindgen.words()));
    }
    await ready;
    if (call === "flow") {
      try {
        flow = new wasm_bindgen.Flow(...args);
      } catch (problems) {
        return post(read(String(problems)));
      }
      return follow(post);
    }
    if (call === "flow_trajectory") return post(read(flow.trajectory()));
    post(read(wasm_bindgen[call](...args)));
  } catch (error) {
    post({ problems: [{ message: `the program stopped unexpectedly (${error}); please report the case`, help: null, key: null }] });
  }
};
