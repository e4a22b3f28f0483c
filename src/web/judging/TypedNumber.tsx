import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { inputModeFor } from '../ui/number-text.ts';
import styles from './TypedNumber.module.css';

interface TypedNumberProps {
  readonly label: string;
  readonly hint: string;
  readonly inputMode: ReturnType<typeof inputModeFor>;
  readonly text: string;
  readonly onType: (text: string) => void;
  /** Why the number cannot be submitted. */
  readonly fault: string | undefined;
  /** The annotator tried to submit, so the fault is shown at once. */
  readonly isSubmitTried: boolean;
  /** Digits typed anywhere on the screen go here. */
  readonly isActive: boolean;
  readonly activeField: RefObject<HTMLInputElement | null>;
  readonly onEnter?: () => void;
  readonly onLeave?: () => void;
}

/** A number as the annotator types it. The text is never changed; its fault is shown below. */
export function TypedNumber(props: TypedNumberProps) {
  const { label, hint, text, onType, fault, isSubmitTried, isActive, activeField } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wasLeft, setLeft] = useState(false);
  useEffect(() => {
    const field = input.current;
    if (!isActive) return;
    activeField.current = field;
    return () => {
      if (activeField.current === field) activeField.current = null;
    };
  }, [isActive, activeField]);
  const shown = isSubmitTried || wasLeft ? fault : undefined;
  return (
    <>
      <input
        ref={input}
        type="text"
        inputMode={props.inputMode}
        autoComplete="off"
        aria-label={label}
        aria-invalid={shown !== undefined}
        aria-describedby={`${id}-fault`}
        placeholder={hint}
        value={text}
        onChange={({ target }) => onType(target.value)}
        onFocus={() => {
          setLeft(false);
          props.onEnter?.();
        }}
        onBlur={() => {
          setLeft(true);
          if (text !== '' && fault === undefined) props.onLeave?.();
        }}
      />
      <span id={`${id}-fault`} role="alert" className={styles['fault']}>
        {shown}
      </span>
    </>
  );
}
