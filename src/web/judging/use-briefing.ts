import { useState } from 'react';
import { browserStorage } from '../browser-storage.ts';
import type { Brief } from './brief.ts';
import type { OutboxOwner } from './outbox.ts';

interface BriefingOptions {
  readonly brief: Brief;
  readonly owner: OutboxOwner;
  /** The task on the screen. */
  readonly taskId: string | undefined;
}

/**
 * Whether the annotator still has to read the guidelines, once per version. A version that arrives
 * during a task is due with the next task: the annotator may be typing.
 */
export function useBriefing({ brief, owner, taskId }: BriefingOptions) {
  const key = `jurybox.guidelines/${owner.evaluationId}/${owner.annotatorId}`;
  const [readVersion, setReadVersion] = useState(() => Number(browserStorage.getItem(key) ?? 0));
  const { guidelines, guidelines_version: version } = brief;
  /** Empty guidelines need no reading. */
  const dueVersion = guidelines.trim() === '' ? 0 : version;
  const [atStart, setAtStart] = useState({ taskId, dueVersion });
  if (atStart.taskId !== taskId) setAtStart({ taskId, dueVersion });
  return {
    isDue: readVersion < atStart.dueVersion,
    finish: () => {
      browserStorage.setItem(key, String(version));
      setReadVersion(version);
    },
  };
}
