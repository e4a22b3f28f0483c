import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { isHotkey } from '../shell/is-hotkey.ts';
import { isComposing } from '../ui/is-composing.ts';
import styles from './CellEditor.module.css';

interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  /** Enter: keeps the value and moves the cursor down. */
  readonly onDone: (text: string) => void;
  /** Tab, or the page's shortcut for saving: keeps the value and leaves the cursor here. */
  readonly onStay: (text: string) => void;
  /** The editor lost the focus: keeps the value. */
  readonly onLeave: (text: string) => void;
  readonly onCancel: () => void;
}

/** The text of one cell, with room for several lines. */
export function CellEditor(props: CellEditorProps) {
  const { label, text, onType, onDone, onStay, onLeave, onCancel } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const isFinished = useRef(false);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSave = isHotkey(event, 's');
    // Shortcuts of the page, such as its palette, work while the user edits a cell.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      isFinished.current = true;
      onCancel();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      isFinished.current = true;
      onDone(text);
    } else if (isSave || event.key === 'Tab') {
      event.preventDefault();
      isFinished.current = true;
      onStay(text);
    }
  };
  return (
    <textarea
      ref={area}
      aria-label={label}
      className={styles['editor']}
      value={text}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => !isFinished.current && onLeave(text)}
    />
  );
}
