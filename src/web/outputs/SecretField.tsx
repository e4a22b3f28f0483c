import { type ReactNode, useState } from 'react';
import styles from '../evaluations/NewEvaluationPage.module.css';

interface SecretFieldProps {
  /** A secret is stored; it cannot be shown. */
  readonly isStored: boolean;
  /** The stored secret is for another address, so it must be entered again or removed. */
  readonly isOrphaned: boolean;
  readonly removeLabel: string;
  readonly removeName: string;
  /** Renders the field, required or not. */
  readonly children: (isRequired: boolean) => ReactNode;
}

/** A write-only field: the stored secret can be replaced or removed, but not read. */
export function SecretField(props: SecretFieldProps) {
  const { isStored, isOrphaned, removeLabel, removeName, children } = props;
  const [isRemoved, setRemoved] = useState(false);
  return (
    <>
      {!isRemoved && children(isStored && isOrphaned)}
      {isStored && (
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
