import { useDeferredValue, useState } from 'react';
import type { Profile } from '../../contract/profile.ts';
import { strings } from '../strings.ts';
import { announceFailure } from '../ui/Toasts.tsx';
import { DonePage } from './DonePage.tsx';
import { FlagDialog } from './FlagDialog.tsx';
import { GuidelinesDrawer } from './GuidelinesDrawer.tsx';
import { JudgeBar } from './JudgeBar.tsx';
import styles from './JudgeScreen.module.css';
import type { Brief } from './judge-queries.ts';
import { KeysDialog } from './KeysDialog.tsx';
import type { Panel } from './panel.ts';
import { TaskStack } from './TaskStack.tsx';
import { useJudgeSession } from './use-judge-session.ts';
import { useReading } from './use-reading.ts';

interface JudgeScreenProps {
  readonly brief: Brief;
  readonly annotator: Profile;
}

export function JudgeScreen({ brief, annotator }: JudgeScreenProps) {
  const { session, view } = useJudgeSession({
    evaluationId: brief.evaluation_id,
    annotatorId: annotator.id,
  });
  const [panel, setPanel] = useState<Panel>();
  const reading = useReading(brief.presentation);
  const close = () => setPanel(undefined);
  const [task, next] = view.tasks;
  // Laid out behind the one that is being read, so that a key only has to uncover it.
  const prepared = useDeferredValue(next);
  const isOver = task === undefined && (view.phase === 'done' || view.phase === 'closed');
  return (
    <div className={styles['screen']}>
      <JudgeBar
        view={view}
        reading={reading}
        isComparison={brief.evaluation_type === 'human_a_b_testing'}
        mayLeave={annotator.email !== ''}
        onOpen={setPanel}
        onUndo={() => void session.undo().catch(announceFailure)}
      />
      <p role="status" className="visually-hidden">
        {view.judged > 0 && strings.judging.noted(view.judged, view.total)}
      </p>
      {task !== undefined && (
        <TaskStack
          task={task}
          prepared={prepared}
          brief={brief}
          session={session}
          reading={reading}
          isCovered={panel !== undefined}
          onOpen={setPanel}
        />
      )}
      {isOver && <DonePage session={session} view={view} />}
      {task === undefined && !isOver && (
        <main className={styles['waiting']}>{strings.judging.waiting}</main>
      )}
      {panel === 'guidelines' && <GuidelinesDrawer brief={brief} onClose={close} />}
      {panel === 'keys' && <KeysDialog brief={brief} onClose={close} />}
      {panel === 'flag' && <FlagDialog onFlag={session.flag} onClose={close} />}
    </div>
  );
}
