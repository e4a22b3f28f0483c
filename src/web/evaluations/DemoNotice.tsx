import { Sparkles, Trash2 } from 'lucide-react';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Start.module.css';

/** Marks an app as demo data and offers to remove it. */
export function DemoNotice({ onRemove }: { readonly onRemove: (() => void) | undefined }) {
  return (
    <div role="note" className={styles['demo']}>
      <Sparkles aria-hidden />
      <p>{strings.start.demo}</p>
      {onRemove !== undefined && (
        <Button icon={<Trash2 aria-hidden />} onClick={onRemove}>
          {strings.start.removeDemo}
        </Button>
      )}
    </div>
  );
}
