import { type ReactNode, useState } from 'react';
import styles from '../evaluations/NewEvaluationPage.module.css';

interface SecretFieldProps {
  /** There is one already, which cannot be shown. */
  readonly isKept: boolean;
  /** It belongs to another address, so it has to be typed again or removed. */
  readonly isOrphaned: boolean;
  readonly removeLabel: string;
  readonly removeName: string;
  /** The field, told whether it has to be filled in. */
  readonly children: (isRequired: boolean) => ReactNode;
}

/** A field that is only written. What is kept can be replaced or removed, but not read. */
export function SecretField(props: SecretFieldProps) {
  const { isKept, isOrphaned, removeLabel, removeName, children } = props;
  const [isRemoved, setRemoved] = useState(false);
  return (
    <>
      {!isRemoved && children(isKept && isOrphaned)}
      {isKept && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            name={removeName}
            checked={isRemoved}
            onChange={({ target }) => setRemoved(target.checked)}
          />
          {removeLabel}
        </label>
      )}
    </>
  );
}
