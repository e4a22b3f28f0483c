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
 * Whether the annotator has yet to read the guidelines, once for each version of them. A version that
 * arrives during a task is due with the next task: the annotator may be typing.
 */
export function useBriefing({ brief, owner, taskId }: BriefingOptions) {
  const key = `jurybox.guidelines/${owner.evaluationId}/${owner.annotatorId}`;
  const [readVersion, setReadVersion] = useState(() => Number(browserStorage.getItem(key) ?? 0));
  const { guidelines, guidelines_version: version } = brief;
  /** Empty guidelines need no reading. */
  const wanted = guidelines.trim() === '' ? 0 : version;
  const [begun, setBegun] = useState({ taskId, wanted });
  if (begun.taskId !== taskId) setBegun({ taskId, wanted });
  return {
    isDue: readVersion < begun.wanted,
    finish: () => {
      browserStorage.setItem(key, String(version));
      setReadVersion(version);
    },
  };
}
