import { useState } from 'react';
import { browserStorage } from '../browser-storage.ts';
import type { Brief } from './brief.ts';
import type { OutboxOwner } from './outbox.ts';

/** Whether the annotator has yet to read the guidelines, once for each version of them. */
export function useBriefing(brief: Brief, { evaluationId, annotatorId }: OutboxOwner) {
  const key = `jurybox.guidelines/${evaluationId}/${annotatorId}`;
  const [readVersion, setReadVersion] = useState(() => Number(browserStorage.getItem(key) ?? 0));
  const { guidelines, guidelines_version: version } = brief;
  return {
    isDue: guidelines.trim() !== '' && readVersion < version,
    finish: () => {
      browserStorage.setItem(key, String(version));
      setReadVersion(version);
    },
  };
}
