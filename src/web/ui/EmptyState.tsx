import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** The button that does what the text suggests. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']} aria-hidden>
        {icon}
      </span>
      <h2>{title}</h2>
      <p className={styles['text']}>{text}</p>
      {children}
    </div>
  );
}
