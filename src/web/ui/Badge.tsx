import type { ReactNode } from 'react';
import styles from './Badge.module.css';

/** A short fact beside a name. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'accent';
  readonly children: ReactNode;
}) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>;
}
