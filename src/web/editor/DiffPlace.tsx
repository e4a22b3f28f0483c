import type { ReactNode } from 'react';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import styles from './DiffPlace.module.css';

/**
 * The frame of a diff in a dialog. Its height stays the same while the diff loads, so the buttons
 * below do not move under the pointer.
 */
export function DiffPlace({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['place']}>
      <PartBoundary waiting={<Waiting />}>{children}</PartBoundary>
    </div>
  );
}
