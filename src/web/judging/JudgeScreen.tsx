import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Profile } from '../../contract/identity/profile.ts';
import { strings } from '../strings.ts';
import { announceFailure } from '../ui/Toasts.tsx';
import { Briefing } from './Briefing.tsx';
import type { Brief } from './brief.ts';
import { DonePage } from './DonePage.tsx';
import { FlagDialog } from './FlagDialog.tsx';
import { GuidelinesDrawer } from './GuidelinesDrawer.tsx';
import { JudgeBar } from './JudgeBar.tsx';
import { JudgedTwiceDialog } from './JudgedTwiceDialog.tsx';
import styles from './JudgeScreen.module.css';
import { briefQuery } from './judge-queries.ts';
import type { JudgeView } from './judge-session.ts';
import { KeysDialog } from './KeysDialog.tsx';
import type { KeptTasks } from './kept-tasks.ts';
import type { Panel } from './panel.ts';
import { TaskStack } from './TaskStack.tsx';
import { UnsentNotice } from './UnsentNotice.tsx';
import { useBriefing } from './use-briefing.ts';
import { useJudgeKeys } from './use-judge-keys.ts';
import { useJudgeSession } from './use-judge-session.ts';
import { useKeptTasks } from './use-kept-tasks.ts';
import { useReading } from './use-reading.ts';
import { useSingleClicks } from './use-single-clicks.ts';

const OVER: ReadonlySet<JudgeView['phase']> = new Set(['done', 'closed', 'barred']);

interface JudgeScreenProps {
  /** As read when the page opened. */
  readonly brief: Brief;
  readonly annotator: Profile;
  /** Tasks fetched earlier, if the page opened without a connection. */
  readonly kept: KeptTasks | undefined;
}

export function JudgeScreen({ brief: first, annotator, kept }: JudgeScreenProps) {
  const owner = {
    evaluationId: first.evaluation_id,
    annotatorId: annotator.id,
    name: annotator.username,
  };
  const { data: brief } = useQuery({
    ...briefQuery(owner.evaluationId, annotator.id),
    initialData: first,
  });
  const { session, view } = useJudgeSession(owner, kept);
  useEffect(() => session.countShare(brief.progress), [session, brief.progress]);
  useKeptTasks({ annotator, brief, view });
  const [panel, setPanel] = useState<Panel>();
  const reading = useReading(brief.presentation);
  const close = () => setPanel(undefined);
  const place = useRef<HTMLDivElement>(null);
  const open = (next: Panel) => {
    // Leaving a field or clicking a tool clears the focus, so the panel could not return it.
    if (document.activeElement === document.body) {
      place.current?.querySelector('main')?.focus({ preventScroll: true });
    }
    setPanel(next);
  };
  const [task, next] = view.tasks;
  const briefing = useBriefing({ brief, owner, taskId: task?.assignment.id });
  // The next task is laid out behind the current one, so judging only uncovers it.
  const prepared = useDeferredValue(next);
  const shownId = briefing.isDue ? undefined : task?.assignment.id;
  const onClickCapture = useSingleClicks(shownId);
  const isOver = task === undefined && OVER.has(view.phase);
  const undo =
    view.phase === 'closed' ? undefined : () => void session.undo().catch(announceFailure);
  useJudgeKeys(
    { brief, isListening: () => task === undefined && panel === undefined },
    (command) => {
      if (command.kind === 'undo') undo?.();
      if (command.kind === 'guidelines') open({ kind: 'guidelines' });
      if (command.kind === 'help') open({ kind: 'keys' });
    },
  );
  return (
    <div className={styles['screen']}>
      <JudgeBar
        view={view}
        reading={reading}
        isComparison={brief.evaluation_type === 'human_a_b_testing'}
        annotator={annotator}
        evaluationId={owner.evaluationId}
        shownId={shownId}
        onOpen={open}
        onUndo={undo}
      />
      <UnsentNotice view={view} session={session} owner={owner} />
      <p role="status" className="visually-hidden">
        {view.total > 0 && strings.judging.judgedSoFar(view.judged, view.total)}
      </p>
      <div ref={place} className={styles['place']} onClickCapture={onClickCapture}>
        {task !== undefined && briefing.isDue && (
          <Briefing brief={brief} left={view.total - view.judged} onStart={briefing.finish} />
        )}
        {task !== undefined && !briefing.isDue && (
          <TaskStack
            task={task}
            prepared={prepared}
            brief={brief}
            session={session}
            reading={reading}
            isCovered={panel !== undefined || view.conflict !== undefined}
            onOpen={open}
          />
        )}
        {isOver && (
          <DonePage
            evaluationId={owner.evaluationId}
            annotator={annotator}
            session={session}
            view={view}
          />
        )}
        {task === undefined && !isOver && (
          <main className={styles['waiting']}>{strings.judging.waiting}</main>
        )}
      </div>
      {view.conflict !== undefined && (
        <JudgedTwiceDialog
          conflict={view.conflict}
          criteria={brief.criteria}
          onChoose={session.choose}
        />
      )}
      {panel?.kind === 'guidelines' && <GuidelinesDrawer brief={brief} onClose={close} />}
      {panel?.kind === 'keys' && <KeysDialog brief={brief} onClose={close} />}
      {panel?.kind === 'flag' && (
        <FlagDialog onFlag={(reason) => session.flag(panel.assignmentId, reason)} onClose={close} />
      )}
    </div>
  );
}
