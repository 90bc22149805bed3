// The editor: CodeMirror over the engine's analysis.

import { acceptCompletion, autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { linter, lintGutter, lintKeymap, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import type { Analysis, Completion, Edit, Hover } from "./documents";
import { ask } from "./engine";

const setTokens = StateEffect.define<Analysis["tokens"]>();

const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, change) {
    let next = marks.map(change.changes);
    for (const effect of change.effects) {
      if (!effect.is(setTokens)) continue;
      const length = change.state.doc.length;
      const fitting = effect.value.filter(([from, to, kind]) => kind && from < to && to <= length);
      next = Decoration.set(fitting.map(([from, to, kind]) => Decoration.mark({ class: `t-${kind}` }).range(from, to)));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const changes = (edits: Edit[]) => edits.map(({ from, to, text }) => ({ from, to, insert: text }));

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/\w+/);
  if (!context.explicit && !word) return null;
  const found = await ask<Completion[]>({ ask: "complete", text: context.state.doc.toString(), at: context.pos });
  const from = found[0]?.from ?? context.pos;
  return {
    from,
    options: found.slice(0, 120).map((item) => ({
      label: item.text,
      type: item.kind,
      detail: item.detail ?? undefined,
      info: item.doc ?? undefined,
    })),
    validFor: /^\w*$/,
  };
}

const hover = hoverTooltip(async (view, at) => {
  const found = await ask<Hover | null>({ ask: "hover", text: view.state.doc.toString(), at });
  if (!found) return null;
  return {
    pos: found.from,
    end: found.to,
    create() {
      const dom = document.createElement("div");
      dom.className = "hover";
      const add = (text: string | null, name: string) => {
        if (!text) return;
        const line = document.createElement(name);
        line.textContent = text;
        dom.append(line);
      };
      add(found.form, "code");
      add([found.kind, found.type].filter(Boolean).join(", "), "p");
      add(found.doc, "p");
      return { dom };
    },
  };
});

export interface Editor {
  view: EditorView;
  text(): string;
  replace(text: string): void;
}

export interface Told {
  analysed(found: Analysis, text: string): void;
  rename(): void;
  changed(text: string): void;
}

export function open(parent: HTMLElement, text: string, told: Told): Editor {
  const lint = linter(
    async (view) => {
      const text = view.state.doc.toString();
      const found = await ask<Analysis>({ ask: "analyse", text });
      if (view.state.doc.toString() !== text) return [];
      view.dispatch({ effects: setTokens.of(found.tokens) });
      told.analysed(found, text);
      return found.findings.map<Diagnostic>((finding) => ({
        from: finding.from,
        to: Math.max(finding.to, finding.from),
        severity: finding.error ? "error" : "warning",
        message: finding.help ? `${finding.message}\n${finding.help}` : finding.message,
        actions: finding.fixes.map((fix) => ({
          name: fix.title,
          apply: (view: EditorView) => view.dispatch({ changes: changes(fix.edits) }),
        })),
      }));
    },
    { delay: 250 },
  );
  const definition = (view: EditorView, at = view.state.selection.main.head) => {
    void ask<Hover | null>({ ask: "hover", text: view.state.doc.toString(), at }).then((found) => {
      if (found?.defined == null) return;
      view.dispatch({ selection: { anchor: found.defined }, effects: EditorView.scrollIntoView(found.defined, { y: "center" }) });
      view.focus();
    });
    return true;
  };
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      EditorView.lineWrapping,
      tokens,
      lint,
      lintGutter(),
      hover,
      autocompletion({ override: [complete] }),
      keymap.of([{ key: "Tab", run: acceptCompletion }, { key: "F12", run: (view) => definition(view) }, { key: "F2", run: () => (told.rename(), true) }, ...lintKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      EditorView.domEventHandlers({
        click(event, view) {
          if (!event.ctrlKey && !event.metaKey) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          return at !== null && definition(view, at);
        },
      }),
      EditorView.contentAttributes.of({ "aria-label": "The text of your chapter", spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => update.docChanged && told.changed(update.state.doc.toString())),
      EditorView.theme({
        "&": { fontSize: "0.92rem", height: "min(70vh, 46rem)", color: "var(--ink)" },
        "&.cm-focused": { outline: "3px solid var(--accent)" },
        ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
        ".cm-content": { caretColor: "var(--ink)" },
        ".cm-cursor": { borderLeftColor: "var(--ink)" },
        ".cm-gutters": { background: "var(--code)", color: "var(--quiet)", border: "0" },
        ".cm-activeLine, .cm-activeLineGutter": { background: "light-dark(#0000000a, #ffffff0d)" },
        "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "light-dark(#bcd9d0, #2f5147)" },
        ".cm-tooltip": { background: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px" },
        ".cm-tooltip .hover": { padding: ".4rem .7rem", maxWidth: "26rem" },
        ".cm-tooltip .hover p": { margin: ".2rem 0 0" },
        ".cm-panels": { background: "var(--raised)", color: "var(--ink)" },
        ".cm-diagnosticAction": { background: "var(--accent)", color: "var(--on-accent)", font: "inherit", minHeight: "0", padding: ".1rem .5rem" },
      }),
    ],
  });
  const view = new EditorView({ state, parent });
  return {
    view,
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  };
}
