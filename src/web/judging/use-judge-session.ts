import { useEffect, useState, useSyncExternalStore } from 'react';
import { judgingClient, noticeEndedSession } from '../api.ts';
import { browserStorage, tabStorage } from '../browser-storage.ts';
import { useSessionState } from '../identity/session-state.ts';
import { strings } from '../strings.ts';
import { announceFailure, announceLasting } from '../ui/Toasts.tsx';
import { createJudgeSession, type JudgeSession, type JudgeView } from './judge-session.ts';
import type { KeptTasks } from './kept-tasks.ts';
import { createOutbox, type OutboxOwner } from './outbox.ts';
import { createTaskDrafts } from './task-drafts.ts';

export function useJudgeSession(
  owner: OutboxOwner,
  kept: KeptTasks | undefined,
): {
  readonly session: JudgeSession;
  readonly view: JudgeView;
} {
  const [session] = useState(() =>
    createJudgeSession({
      client: judgingClient(owner.annotatorId),
      evaluationId: owner.evaluationId,
      outbox: createOutbox(browserStorage, owner),
      drafts: createTaskDrafts(tabStorage, owner),
      kept,
      runAlone: (run) => runAlone(`jurybox.outbox/${owner.evaluationId}`, run),
      onTrouble: noticeEndedSession,
      onRefused: announceFailure,
    }),
  );
  useEffect(() => session.start(), [session]);
  const signedIn = useSessionState();
  useEffect(() => {
    if (signedIn === 'signed-in') session.wake();
  }, [session, signedIn]);
  useEffect(() => browserStorage.onVolatile(announceVolatile), []);
  return { session, view: useSyncExternalStore(session.subscribe, session.view) };
}

let isAnnounced = false;

/** Shown once per page: judging continues without storage. */
function announceVolatile(): void {
  if (isAnnounced) return;
  isAnnounced = true;
  announceLasting(strings.judging.notKept);
}

/** Browsers have locks on secure pages only; elsewhere two tabs may send the same message twice. */
function runAlone<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | undefined = navigator.locks;
  return locks === undefined ? run() : locks.request(name, run);
}
