import { useEffect } from 'react';
import type { Profile } from '../../contract/identity/profile.ts';
import { browserStorage } from '../browser-storage.ts';
import type { Brief } from './brief.ts';
import type { JudgeView } from './judge-session.ts';
import { keepTasks, removeKeptTasks } from './kept-tasks.ts';

/** Keeps the current and the waiting tasks in the browser, until nothing is left to judge. */
export function useKeptTasks({
  annotator,
  brief,
  view: { phase, tasks, judged, total },
}: {
  readonly annotator: Profile;
  readonly brief: Brief;
  readonly view: JudgeView;
}): void {
  useEffect(() => {
    if (phase === 'loading') return;
    if (phase === 'judging' || phase === 'waiting') {
      keepTasks(browserStorage, { annotator, brief, tasks, judged, total }, Date.now());
    } else {
      const { evaluation_id: evaluationId } = brief;
      removeKeptTasks(browserStorage, { evaluationId, annotatorId: annotator.id });
    }
  }, [annotator, brief, phase, tasks, judged, total]);
}
