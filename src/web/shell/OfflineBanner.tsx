import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { strings } from '../strings.ts';
import styles from './OfflineBanner.module.css';

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles['banner']}>
          <WifiOff aria-hidden /> {strings.offline}
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
