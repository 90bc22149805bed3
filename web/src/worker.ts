// A worker that holds the engine: takes requests one after another, and answers each.

interface Exports {
  memory: WebAssembly.Memory;
  request(length: number): number;
  answer(): number;
  answer_at(): number;
}

const page = self as unknown as DedicatedWorkerGlobalScope;
let engine: Promise<Exports> | undefined;
let live: Exports | undefined;
let current = 0;
let told = 0;

page.onmessage = async ({ data }: MessageEvent) => {
  if ("module" in data) {
    const open = WebAssembly.instantiate(data.module as WebAssembly.Module, { page: { progress } });
    engine = open.then((instance) => (live = instance.exports as unknown as Exports));
    return;
  }
  const { id, request } = data as { id: number; request: string };
  current = id;
  try {
    const answer = await answered(request);
    const text = answer.slice(1);
    if (answer.startsWith("=")) page.postMessage({ id, answer: text });
    else page.postMessage({ id, error: (JSON.parse(text) as { error: string }).error });
  } catch (error) {
    // The engine has no limit of its own here: out of memory, or wrong.
    page.postMessage({ id, broken: true, error: `this was too much for the engine (${String(error)})` });
  }
};

async function answered(request: string): Promise<string> {
  const exports = await engine!;
  const bytes = new TextEncoder().encode(request);
  // Making room may move the memory, so its buffer is asked for afterwards.
  const at = exports.request(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.answer();
  const answer = exports.answer_at();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, answer, length));
}

function progress(what: number, length: number, done: number, of: number) {
  const now = performance.now();
  if (now - told < 100 || !live) return;
  told = now;
  const text = new TextDecoder().decode(new Uint8Array(live.memory.buffer, what, length));
  page.postMessage({ id: current, progress: { what: text, done, of } });
}
