import { Copy } from 'lucide-react';
import { strings } from '../strings.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions, DialogBody } from './Dialog.tsx';
import styles from './SecretDialog.module.css';
import { announce, announceFailure } from './Toasts.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secrets: readonly { readonly label: string; readonly secret: string }[];
  readonly onClose: () => void;
}

/** Secrets that the server reveals only once: keys and links. */
export function SecretDialog({ title, text, secrets, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} description={text} size="medium" onClose={onClose}>
      <DialogBody>
        {secrets.map(({ label, secret }) => (
          <div key={label} className={styles['secret']}>
            <span className={styles['label']}>{label}</span>
            <code className={styles['text']}>{secret}</code>
            <Button
              icon={<Copy aria-hidden />}
              aria-label={strings.actions.copyOf(label)}
              onClick={() => void copy(secret)}
            >
              {strings.actions.copy}
            </Button>
          </div>
        ))}
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {strings.actions.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    announce({ text: strings.copied });
  } catch {
    announceFailure(new Error(strings.notCopied));
  }
}
