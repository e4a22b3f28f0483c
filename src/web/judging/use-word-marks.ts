import { type RefObject, useEffect } from 'react';
import { part } from '../load-part.ts';
import { announceFailure } from '../ui/Toasts.tsx';

const loadMerge = part(() => import('@codemirror/merge'));

/** The name of the marks in the style sheet. */
const HIGHLIGHT = 'different-words';

/** After this time the rest is compared coarsely. */
const TIMEOUT_MS = 200;

/** Firefox can since version 140 (caniuse.com/mdn-api_highlight). */
export function canMarkWords(): boolean {
  return 'highlights' in CSS;
}

/**
 * Marks the words that two outputs do not share, in the text as shown: Markdown stays rendered. The
 * browser paints the marks over the text (CSS Custom Highlight API) without changing the page.
 */
export function useWordMarks(
  panes: RefObject<readonly (HTMLElement | null)[]>,
  isOn: boolean,
): void {
  useEffect(() => {
    const [left, right] = panes.current;
    if (!isOn || !canMarkWords() || left == null || right == null) return;
    let isCurrent = true;
    const mark = async () => {
      const { presentableDiff } = await loadMerge();
      if (!isCurrent) return;
      const [first, second] = [shownText(left), shownText(right)];
      const changes = presentableDiff(first.text, second.text, { timeout: TIMEOUT_MS });
      const ranges = changes.flatMap(({ fromA, toA, fromB, toB }) => [
        ...first.range(fromA, toA),
        ...second.range(fromB, toB),
      ]);
      CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
    };
    const markOrSayWhyNot = () => void mark().catch(announceFailure);
    markOrSayWhyNot();
    // Markdown is rendered again once its code has loaded.
    const observer = new MutationObserver(markOrSayWhyNot);
    for (const pane of [left, right]) observer.observe(pane, { childList: true, subtree: true });
    return () => {
      isCurrent = false;
      observer.disconnect();
      CSS.highlights.delete(HIGHLIGHT);
    };
  }, [panes, isOn]);
}

interface ShownText {
  readonly text: string;
  /** A stretch of the text on the page; none if it is empty. */
  readonly range: (from: number, to: number) => readonly Range[];
}

function shownText(pane: HTMLElement): ShownText {
  const shown = pane.querySelector('[data-output]') ?? pane;
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const nodes: { readonly node: Node; readonly start: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += node.nodeValue ?? '';
  }
  const nodeAt = (offset: number) => nodes.findLast(({ start }) => start <= offset);
  return {
    text,
    range: (from, to) => {
      const first = nodeAt(from);
      const last = nodeAt(to - 1);
      if (to <= from || first === undefined || last === undefined) return [];
      const range = document.createRange();
      range.setStart(first.node, from - first.start);
      range.setEnd(last.node, to - last.start);
      return [range];
    },
  };
}
