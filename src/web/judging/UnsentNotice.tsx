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

/** Unsent judgements in this browser that wait for an action of their annotator. */
export function UnsentNotice({ view: { refused }, session, owner }: UnsentNoticeProps) {
  const texts = strings.judging.kept;
  const [others] = useState(() => unsentOfOthers(browserStorage, owner));
  return (
    <>
      {others.map(({ key, name, count }) => (
        <p key={key} role="note" className={styles['notice']}>
          {texts.ofOther(name, count)}
        </p>
      ))}
      {refused !== undefined && (
        <div role="alert" className={styles['notice']}>
          <p>
            {texts.refused(refused.count)} {failureSentence(refused.error)}
          </p>
          <Button onClick={session.lookAgain}>{strings.actions.retry}</Button>
          <Button onClick={session.discardRefused}>{texts.discard}</Button>
        </div>
      )}
    </>
  );
}
