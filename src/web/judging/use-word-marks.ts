import { type RefObject, useEffect } from 'react';
import { part } from '../load-part.ts';
import { announceFailure } from '../ui/Toasts.tsx';

const loadMerge = part(() => import('@codemirror/merge'));

/** The name that the stylesheet knows marked words by. */
const DIFFERENT = 'different-words';

/** After this time the rest is compared coarsely. */
const LONGEST_MS = 200;

/**
 * Marks the words that two outputs do not share, in the text as it is shown: Markdown stays rendered.
 * The browser paints the marks over the text (CSS Custom Highlight API) and the page is not changed.
 */
export function useWordMarks(
  panes: RefObject<readonly (HTMLElement | null)[]>,
  isWanted: boolean,
): void {
  useEffect(() => {
    const [left, right] = panes.current;
    if (!isWanted || left == null || right == null) return;
    let isCurrent = true;
    const mark = () =>
      loadMerge().then(({ presentableDiff }) => {
        if (!isCurrent) return;
        const [first, second] = [shownText(left), shownText(right)];
        const changes = presentableDiff(first.text, second.text, { timeout: LONGEST_MS });
        const ranges = changes.flatMap(({ fromA, toA, fromB, toB }) => [
          ...first.range(fromA, toA),
          ...second.range(fromB, toB),
        ]);
        CSS.highlights.set(DIFFERENT, new Highlight(...ranges));
      }, announceFailure);
    void mark();
    // Markdown is rendered once its code has been loaded.
    const observer = new MutationObserver(() => void mark());
    for (const pane of [left, right]) observer.observe(pane, { childList: true, subtree: true });
    return () => {
      isCurrent = false;
      observer.disconnect();
      CSS.highlights.delete(DIFFERENT);
    };
  }, [panes, isWanted]);
}

interface ShownText {
  readonly text: string;
  /** The place of a stretch of the text on the page; none for an empty one. */
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
  const placeOf = (offset: number) => nodes.findLast(({ start }) => start <= offset);
  return {
    text,
    range: (from, to) => {
      const first = placeOf(from);
      const last = placeOf(to - 1);
      if (to <= from || first === undefined || last === undefined) return [];
      const range = document.createRange();
      range.setStart(first.node, from - first.start);
      range.setEnd(last.node, to - last.start);
      return [range];
    },
  };
}
