// The page: a header, and what the address asks for.

import { render } from "preact";
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Contents } from "./contents";
import { ChapterPage } from "./chapter";
import { engineName, prepare } from "./engine";

/** What an address asks for: `#/krk?at=…`. */
interface Place {
  page: string;
  query: URLSearchParams;
}

function place(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { page: decodeURIComponent(path), query: new URLSearchParams(query) };
}

interface PageProps {
  query: URLSearchParams;
}

// Pages that not everybody opens come when they are wanted.
const LATER: Record<string, () => Promise<ComponentType<PageProps>>> = {
  practice: async () => (await import("./practice")).PracticePage,
  reasoner: async () => (await import("./reasoner")).ReasonerPage,
  laboratory: async () => (await import("./laboratory")).LaboratoryPage,
  write: async () => (await import("./write")).WritePage,
};

const NAMES: [string, string][] = [
  ["", "Contents"],
  ["practice", "Practice"],
  ["laboratory", "Laboratory"],
  ["reasoner", "Reasoner"],
  ["write", "Write"],
];

function Later({ page, query }: { page: string; query: URLSearchParams }) {
  const [Page, setPage] = useState<ComponentType<PageProps>>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    LATER[page]?.().then((found) => setPage(() => found), () => setProblem("This part of the book could not be loaded."));
  }, [page]);
  if (problem) return <p class="problem" role="alert">{problem}</p>;
  return Page ? <Page query={query} /> : <p class="quiet">One moment…</p>;
}

function App() {
  const [now, setNow] = useState(place);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const move = () => {
      const next = place();
      setNow((before) => {
        if (before.page !== next.page) {
          scrollTo(0, 0);
          main.current?.focus({ preventScroll: true });
        }
        return next;
      });
    };
    addEventListener("hashchange", move);
    return () => removeEventListener("hashchange", move);
  }, []);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>Skip to the text</a>
      <header>
        <a class="name" href="#/">Nasvet</a>
        <nav aria-label="Parts of the book">
          {NAMES.map(([page, title]) => (
            <a key={page} href={`#/${page}`} aria-current={now.page === page ? "page" : undefined}>{title}</a>
          ))}
        </nav>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {now.page === "" ? (
          <Contents />
        ) : now.page in LATER ? (
          <Later key={now.page} page={now.page} query={now.query} />
        ) : (
          <ChapterPage key={now.page} name={now.page} query={now.query} />
        )}
      </main>
      <footer>
        A textbook whose source is the program. {engineName === "server" ? "Answered by the program on this machine." : "Everything runs in your browser."}
      </footer>
    </>
  );
}

render(<App />, document.getElementById("app")!);
document.documentElement.dataset.ready = "yes";
const early = () => prepare({ ask: "chapter" });
requestIdleCallback?.(early) ?? setTimeout(early, 200);
if ("serviceWorker" in navigator && engineName === "worker" && location.protocol.startsWith("http")) {
  addEventListener("load", () => void navigator.serviceWorker.register("offline.js").catch(() => {}));
}
