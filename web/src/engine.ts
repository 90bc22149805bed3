// Asks the engine: WebAssembly in workers, or the program that serves this page.

export interface Progress {
  what: string;
  done: number;
  of: number;
}

export interface Job<T> {
  answer: Promise<T>;
  stop(): void;
}

/** A request that was understood and refused, or an engine that is gone; the message is for the reader. */
export class Refused extends Error {}

interface Engine {
  ask<T>(request: object): Promise<T>;
  start<T>(request: object, hear: (progress: Progress) => void): Job<T>;
}

const stopped = () => new Refused("Stopped.");

const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text.trim()) ? "" : ".");

/** What only the larger engine answers; a reader need not load it. */
const WORK = new Set(["think", "combine", "analyse", "hover", "complete", "rename", "format", "examples", "verify"]);

const fileFor = (request: object) => (WORK.has((request as { ask: string }).ask) ? "workshop.wasm" : "reader.wasm");

/** One of the engines, and the worker in which it answers what takes a moment. */
class Shop {
  private module: Promise<WebAssembly.Module> | undefined;
  private quick: Worker | undefined;
  private n = 0;
  private waiting = new Map<number, { done(value: unknown): void; fail(error: Error): void }>();

  constructor(private file: string) {}

  /** The engine is loaded once and given to every worker. */
  load(): Promise<WebAssembly.Module> {
    this.module ??= WebAssembly.compileStreaming(fetch(this.file)).catch((error: unknown) => {
      this.module = undefined;
      throw new Refused(`The engine could not be loaded. Is the network there? (${String(error)})`);
    });
    return this.module;
  }

  private async worker(): Promise<Worker> {
    const module = await this.load();
    if (this.quick) return this.quick;
    const worker = new Worker("worker.js", { type: "module" });
    worker.postMessage({ module });
    worker.onmessage = ({ data }) => {
      if (!("id" in data) || "progress" in data) return;
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error !== undefined) waiting?.fail(new Refused(sentence(data.error)));
      else waiting?.done(JSON.parse(data.answer));
      if (data.broken) this.restart();
    };
    this.quick = worker;
    return worker;
  }

  /** After a breakdown the memory of a worker cannot be trusted. */
  private restart() {
    this.quick?.terminate();
    this.quick = undefined;
    for (const { fail } of this.waiting.values()) fail(new Refused("The engine was started again. Please try once more."));
    this.waiting.clear();
  }

  async ask<T>(request: object): Promise<T> {
    const worker = await this.worker();
    const id = ++this.n;
    return new Promise<T>((done, fail) => {
      this.waiting.set(id, { done: done as (value: unknown) => void, fail });
      worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }

  /** Long work has a worker of its own, so that it can be ended at once and nothing else waits. */
  start<T>(request: object, hear: (progress: Progress) => void): Job<T> {
    let worker: Worker | undefined;
    let give: (error: Error) => void = () => {};
    let over = false;
    const answer = new Promise<T>((done, fail) => {
      give = fail;
      this.load().then((module) => {
        if (over) return;
        worker = new Worker("worker.js", { type: "module" });
        worker.postMessage({ module });
        worker.onmessage = ({ data }) => {
          if ("progress" in data) return hear(data.progress);
          worker?.terminate();
          if (data.error !== undefined) fail(new Refused(sentence(data.error)));
          else done(JSON.parse(data.answer));
        };
        worker.postMessage({ id: 1, request: JSON.stringify(request) });
      }, fail);
    });
    return {
      answer,
      stop() {
        over = true;
        worker?.terminate();
        give(stopped());
      },
    };
  }
}

class Workers implements Engine {
  private shops = new Map<string, Shop>();

  private shop(request: object): Shop {
    const file = fileFor(request);
    const shop = this.shops.get(file) ?? new Shop(file);
    this.shops.set(file, shop);
    return shop;
  }

  /** Loads an engine before it is wanted. */
  prepare(request: object) {
    this.shop(request).load().catch(() => {});
  }

  ask<T>(request: object): Promise<T> {
    return this.shop(request).ask<T>(request);
  }

  start<T>(request: object, hear: (progress: Progress) => void): Job<T> {
    return this.shop(request).start<T>(request, hear);
  }
}

class Server implements Engine {
  async ask<T>(request: object): Promise<T> {
    const response = await this.post("api/answer", JSON.stringify(request));
    return (await response.json()) as T;
  }

  private async post(path: string, body: string): Promise<Response> {
    let response;
    try {
      response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    } catch {
      throw gone();
    }
    if (!response.ok) {
      const told = (await response.json().catch(() => ({}))) as { error?: string };
      throw new Refused(sentence(told.error ?? `the server answered ${response.status}`));
    }
    return response;
  }

  start<T>(request: object, hear: (progress: Progress) => void): Job<T> {
    let events: EventSource | undefined;
    let job: string | undefined;
    let over = false;
    let give: (error: Error) => void = () => {};
    const end = () => job !== undefined && void fetch(`api/jobs/${job}`, { method: "DELETE" }).catch(() => {});
    const answer = new Promise<T>((done, fail) => {
      give = fail;
      this.post("api/jobs", JSON.stringify(request)).then(async (response) => {
        job = ((await response.json()) as { job: string }).job;
        if (over) return end();
        events = new EventSource(`api/jobs/${job}/events`);
        const close = () => events?.close();
        events.addEventListener("progress", (event) => hear(JSON.parse(event.data) as Progress));
        events.addEventListener("answer", (event) => {
          close();
          done(JSON.parse(event.data) as T);
        });
        events.addEventListener("refused", (event) => {
          close();
          fail(new Refused(sentence((JSON.parse(event.data) as { error: string }).error)));
        });
        events.onerror = () => {
          close();
          fail(gone());
        };
      }, fail);
    });
    return {
      answer,
      stop() {
        over = true;
        events?.close();
        end();
        give(stopped());
      },
    };
  }
}

const gone = () =>
  new Refused("The program that serves this page does not answer. Start it again with “nasvet serve”; nothing of yours is lost.");

/** The page of a server says so; any other host has only files. */
const served = document.querySelector('meta[name="nasvet-engine"]')?.getAttribute("content") === "server";
const wanted = new URLSearchParams(location.search).get("engine");
export const engineName = wanted === "worker" || !served ? "worker" : "server";
const engine: Engine = engineName === "server" ? new Server() : new Workers();

/** Loads the engine that answers such a request before it is wanted. */
export const prepare = (request: object) => {
  if (engine instanceof Workers) engine.prepare(request);
};

export const ask = <T>(request: object) => engine.ask<T>(request);
export const start = <T>(request: object, hear: (progress: Progress) => void) => engine.start<T>(request, hear);
