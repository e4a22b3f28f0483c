import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { useWindowEvent } from '../ui/use-window-event.ts';
import styles from './Start.module.css';

interface TableSourceProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly onPaste: (text: string) => void;
  /** More ways to start. */
  readonly children?: ReactNode;
}

/** Takes a dropped, chosen or pasted table. */
export function TableSource({ isBusy, onFile, onPaste, children }: TableSourceProps) {
  const texts = strings.start;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  usePaste(field, onPaste);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    <section
      className={styles['source']}
      aria-label={texts.dropTitle}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={styles['icon']} aria-hidden>
        <FileUp />
      </span>
      <h2>{isOver ? texts.drop : texts.dropTitle}</h2>
      <p className={styles['text']}>{texts.dropText}</p>
      <input
        ref={input}
        type="file"
        aria-label={texts.file}
        className={styles['file']}
        accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Lets the user choose the same file again after correcting it.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <div className={styles['ways']}>
        <Button look="primary" isBusy={isBusy} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <input
          ref={field}
          className={styles['paste']}
          aria-label={texts.paste}
          placeholder={texts.pasteHere}
          value=""
          onChange={() => undefined}
        />
      </div>
      {children}
    </section>
  );
}

/** Text fields, and dialogs over the page. */
const ELSEWHERE = 'input, textarea, [contenteditable], [role=dialog], [role=alertdialog]';

/** Takes a paste anywhere on the page except in dialogs and other fields. */
function usePaste(
  field: RefObject<HTMLInputElement | null>,
  onPaste: (text: string) => void,
): void {
  useWindowEvent('paste', (event) => {
    const { target } = event;
    const isHere = target === field.current;
    if (!isHere && target instanceof Element && target.closest(ELSEWHERE) !== null) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    onPaste(text);
  });
}
