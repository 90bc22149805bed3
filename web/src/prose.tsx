// Prose as elements. Whatever a text says, it stays text.

import type { Inline } from "./documents";

const shipped = /(?:^|\/)([a-z0-9-]+)\.md(?:#.*)?$/;

/** A link between chapters leads to the chapter on this page; others are shown as words. */
function address(link: string): string | undefined {
  if (/^https:\/\//.test(link)) return link;
  const chapter = shipped.exec(link)?.[1];
  return chapter && !link.includes("book/") && !link.includes("docs/") ? `#/${chapter}` : undefined;
}

export function Pieces({ pieces }: { pieces: Inline[] }) {
  return (
    <>
      {pieces.map(({ style, text, link }, idx) => {
        const words =
          style === "em" ? <em>{text}</em> : style === "strong" ? <strong>{text}</strong> : style === "code" ? <code>{text}</code> : text;
        const href = link && address(link);
        return href ? (
          <a key={idx} href={href} rel="noreferrer">
            {words}
          </a>
        ) : (
          <span key={idx}>{words}</span>
        );
      })}
    </>
  );
}
