import { useState } from 'react';
import { browserStorage } from '../browser-storage.ts';
import { failureSentence } from '../failure-sentence.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import type { JudgeSession, JudgeView } from './judge-session.ts';
import { type OutboxOwner, unsentOfOthers } from './outbox.ts';
import styles from './UnsentNotice.module.css';

interface UnsentNoticeProps {
  readonly view: JudgeView;
  readonly session: JudgeSession;
  readonly owner: OutboxOwner;
}

/** Judgements kept in this browser that need the annotator before they can be sent. */
export function UnsentNotice({ view: { heldBack }, session, owner }: UnsentNoticeProps) {
  const texts = strings.judging.kept;
  const [others] = useState(() => unsentOfOthers(browserStorage, owner));
  return (
    <>
      {others.map(({ key, name, count }) => (
        <p key={key} role="note" className={styles['notice']}>
          {texts.ofOther(name, count)}
        </p>
      ))}
      {heldBack !== undefined && (
        <div role="alert" className={styles['notice']}>
          <p>
            {texts.refused(heldBack.count)} {failureSentence(heldBack.error)}
          </p>
          <Button onClick={session.lookAgain}>{strings.actions.retry}</Button>
          <Button onClick={session.discardHeldBack}>{texts.discard}</Button>
        </div>
      )}
    </>
  );
}
