import { CircleCheck, Lock } from 'lucide-react';
import type { Profile } from '../../contract/identity/profile.ts';
import { GuestLinkButton } from '../evaluations/GuestLinkButton.tsx';
import { failureSentence } from '../failure-sentence.ts';
import { isGuest } from '../identity/is-guest.ts';
import { useMaySomewhere } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { announceFailure } from '../ui/Toasts.tsx';
import styles from './JudgeScreen.module.css';
import type { JudgeSession, JudgeView } from './judge-session.ts';
import { medianMs } from './pace.ts';

interface DonePageProps {
  readonly evaluationId: string;
  readonly annotator: Profile;
  readonly session: JudgeSession;
  readonly view: JudgeView;
}

/** Thanks, the annotator's own pace, and a link back to skipped tasks. */
export function DonePage({ evaluationId, annotator, session, view }: DonePageProps) {
  const texts = strings.judging.done;
  if (view.phase === 'closed') {
    return (
      <main ref={takeFocus} tabIndex={-1} className={styles['done']}>
        <EmptyState icon={<Lock />} title={texts.closedTitle} text={texts.closedText} />
      </main>
    );
  }
  if (view.phase === 'barred') {
    const text = `${failureSentence(view.barrier)} ${texts.barredText}`;
    return (
      <main ref={takeFocus} tabIndex={-1} className={styles['done']}>
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
    <main ref={takeFocus} tabIndex={-1} className={styles['done']}>
      <EmptyState icon={<CircleCheck />} title={texts.title} text={sentences.join(' ')}>
        <div className={styles['ways']}>
          {view.setAside.length > 0 && (
            <Button look="primary" onClick={session.revisit}>
              {texts.revisit}
            </Button>
          )}
          {!isGuest(annotator) && <ResultsLink evaluationId={evaluationId} />}
          {view.judged > 0 && (
            <Button onClick={() => void session.undo().catch(announceFailure)}>
              {strings.judging.undo}
            </Button>
          )}
          <Button onClick={session.lookAgain}>{texts.lookAgain}</Button>
          {!isGuest(annotator) && <GuestLinkButton evaluationId={evaluationId} />}
        </div>
      </EmptyState>
    </main>
  );
}

/** The focus disappeared with the last task: Tab continues from here. */
function takeFocus(main: HTMLElement | null): void {
  main?.focus();
}

/** Only annotators who may edit evaluations can open the results before the end. */
function ResultsLink({ evaluationId }: { readonly evaluationId: string }) {
  const may = useMaySomewhere();
  if (!may('edit_evaluation')) return null;
  return (
    <LinkButton to="/evaluations/$evaluationId/results" params={{ evaluationId }} look="primary">
      {strings.judging.done.results}
    </LinkButton>
  );
}
