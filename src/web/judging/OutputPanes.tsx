import { Fragment, memo, type RefObject, type UIEvent, useRef } from 'react';
import type { Assignment } from '../../contract/judging/assignments.ts';
import { strings } from '../strings.ts';
import styles from './OutputPanes.module.css';
import { OutputText } from './OutputText.tsx';
import { PaneHandle } from './PaneHandle.tsx';
import { SIDES } from './questions.ts';
import { roomOf } from './scroll-panes.ts';
import { MIN_SHARE, type Reading } from './use-reading.ts';
import { useWordMarks } from './use-word-marks.ts';

interface OutputPanesProps {
  readonly slots: Assignment['slots'];
  readonly reading: Reading;
  readonly panes: RefObject<(HTMLElement | null)[]>;
  /** False while the task waits behind the current one. */
  readonly isShown: boolean;
}

/** The outputs, alike in everything but their text. Memoized, so typing does not rerender them. */
export const OutputPanes = memo(function OutputPanes(props: OutputPanesProps) {
  const { slots, reading, panes, isShown } = props;
  const follow = useFollow(panes);
  useWordMarks(panes, isShown && reading.isDiffShown && slots.length === 2);
  const { paneShare, resize } = reading;
  const isPair = slots.length > 1;
  const width = isPair && paneShare > MIN_SHARE ? { minWidth: `${paneShare}%` } : {};
  return (
    <div className={styles['panes']}>
      {slots.map(({ slot_id, output }, index) => {
        const side = isPair ? SIDES[index] : undefined;
        return (
          <Fragment key={slot_id}>
            {index > 0 && <PaneHandle share={paneShare} onResize={resize} />}
            <section
              ref={(pane) => {
                panes.current[index] = pane;
              }}
              tabIndex={0}
              aria-label={side === undefined ? strings.judging.output : strings.judging.side(side)}
              className={styles['pane']}
              style={width}
              onScroll={reading.isScrollLocked ? follow : undefined}
            >
              <h2 className={styles['title']}>{side ?? strings.judging.output}</h2>
              <div data-output>
                <OutputText text={output} presentation={reading.presentation} />
              </div>
            </section>
          </Fragment>
        );
      })}
    </div>
  );
});

/** Scrolls the other pane to the same share of its length. */
function useFollow(panes: RefObject<(HTMLElement | null)[]>) {
  const scrolledPane = useRef<Element>(undefined);
  return ({ currentTarget }: UIEvent<HTMLElement>) => {
    // A pane scrolled by code fires a scroll event, too.
    if (scrolledPane.current === currentTarget) {
      scrolledPane.current = undefined;
      return;
    }
    const share = currentTarget.scrollTop / Math.max(1, roomOf(currentTarget));
    for (const pane of panes.current) {
      if (pane === null || pane === currentTarget) continue;
      const top = Math.round(share * roomOf(pane));
      if (Math.abs(pane.scrollTop - top) < 1) continue;
      scrolledPane.current = pane;
      pane.scrollTop = top;
    }
  };
}
