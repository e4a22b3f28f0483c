import { GuideLink } from '../guide/GuideLink.tsx';
import { strings } from '../strings.ts';
import { Dialog, DialogBody } from '../ui/Dialog.tsx';
import type { Brief } from './brief.ts';
import { isAllowed } from './judge-keys.ts';
import styles from './KeysDialog.module.css';
import { canMarkWords } from './use-word-marks.ts';

/** The keyboard shortcuts. */
export function KeysDialog({
  brief,
  onClose,
}: {
  readonly brief: Brief;
  readonly onClose: () => void;
}) {
  const texts = strings.judging.keys;
  const isComparison = isAllowed('left', brief);
  const rows: readonly (readonly [string, string] | false)[] = [
    isComparison && ['A ←', texts.left],
    isComparison && ['B →', texts.right],
    isAllowed('tie', brief) && ['T', texts.tie],
    isAllowed('both_bad', brief) && ['X', texts.bothBad],
    ['0 – 9', texts.digits],
    ['Enter', texts.submit],
    ['N', texts.note],
    ['Space Shift+Space', texts.page],
    ['J K Home End', texts.scroll],
    ['E', texts.expected],
    ['S', texts.skip],
    ['F', texts.flag],
    ['U Ctrl+Z', texts.undo],
    ['G', texts.guidelines],
    isComparison && canMarkWords() && ['D', texts.diff],
    isComparison && ['L', texts.lock],
    isComparison && ['W', texts.wide],
    ['?', texts.help],
  ];
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <DialogBody>
        <dl className={styles['keys']}>
          {rows.map(
            (row) =>
              row !== false && (
                <div key={row[0]}>
                  <dt>
                    <kbd>{row[0]}</kbd>
                  </dt>
                  <dd>{row[1]}</dd>
                </div>
              ),
          )}
        </dl>
        <GuideLink page="annotators">{strings.guide.links.annotators}</GuideLink>
      </DialogBody>
    </Dialog>
  );
}
