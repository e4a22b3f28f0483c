import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureSentence } from '../failure-sentence.ts';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import styles from './FailureNotice.module.css';

interface FailureNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

/** Shows an error in its place on the page; renders nothing without one. */
export function FailureNotice({ error, onRetry, children }: FailureNoticeProps) {
  if (error === null || error === undefined) return null;
  return (
    <div role="alert" className={styles['notice']}>
      <CircleAlert aria-hidden />
      <div className={styles['text']}>
        <p>{failureSentence(error)}</p>
        {children}
      </div>
      {onRetry !== undefined && <Button onClick={onRetry}>{strings.actions.retry}</Button>}
    </div>
  );
}
