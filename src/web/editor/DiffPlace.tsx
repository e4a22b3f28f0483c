import type { ReactNode } from 'react';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import styles from './DiffPlace.module.css';

/**
 * Where a comparison stands in a dialog, as high while it is on its way as when it is there: what lies
 * below it must not move under a click.
 */
export function DiffPlace({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['place']}>
      <PartBoundary waiting={<Waiting />}>{children}</PartBoundary>
    </div>
  );
}
