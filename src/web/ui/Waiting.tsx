import { strings } from '../strings.ts';
import styles from './Waiting.module.css';

/** A placeholder for content that is loading. */
export function Waiting({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div role="status" className={styles['waiting']}>
      <span className="visually-hidden">{strings.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles['row']} />
      ))}
    </div>
  );
}
