import { CircleCheck, Lock } from 'lucide-react';
import { failureSentence } from '../failure-sentence.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { announceFailure } from '../ui/Toasts.tsx';
import styles from './JudgeScreen.module.css';
import type { JudgeSession, JudgeView } from './judge-session.ts';
import { medianMs } from './pace.ts';

interface DonePageProps {
  readonly session: JudgeSession;
  readonly view: JudgeView;
}

/** Thanks, the annotator's own pace, and a link back to skipped tasks. */
export function DonePage({ session, view }: DonePageProps) {
  const texts = strings.judging.done;
  if (view.phase === 'closed') {
    return (
      <main className={styles['done']}>
        <EmptyState icon={<Lock />} title={texts.closedTitle} text={texts.closedText} />
      </main>
    );
  }
  if (view.phase === 'barred') {
    const text = `${failureSentence(view.barrier)} ${texts.barredText}`;
    return (
      <main className={styles['done']}>
        <EmptyState icon={<Lock />} title={texts.barredTitle} text={text}>
          <Button onClick={session.lookAgain}>{strings.actions.retry}</Button>
        </EmptyState>
      </main>
    );
  }
  const pace = medianMs(view.timesMs);
  const sentences = [
    texts.text(view.judged),
    ...(pace === undefined ? [] : [texts.pace(Math.max(1, Math.round(pace / 1000)))]),
    ...(view.setAside.length === 0 ? [] : [texts.skipped(view.setAside.length)]),
  ];
  return (
    <main className={styles['done']}>
      <EmptyState icon={<CircleCheck />} title={texts.title} text={sentences.join(' ')}>
        <div className={styles['ways']}>
          {view.setAside.length > 0 && (
            <Button look="primary" onClick={session.revisit}>
              {texts.revisit}
            </Button>
          )}
          {view.judged > 0 && (
            <Button onClick={() => void session.undo().catch(announceFailure)}>
              {strings.judging.undo}
            </Button>
          )}
          <Button onClick={session.lookAgain}>{texts.lookAgain}</Button>
        </div>
      </EmptyState>
    </main>
  );
}
