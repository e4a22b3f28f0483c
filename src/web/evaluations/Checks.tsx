import { useId } from 'react';
import styles from './NewEvaluationPage.module.css';

interface ChecksProps {
  readonly legend: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly warning?: string | undefined;
  }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Any number out of several, in the order in which they were chosen. */
export function Checks({ legend, options, chosen, onChange }: ChecksProps) {
  const id = useId();
  return (
    <fieldset className={styles['group']}>
      <legend>{legend}</legend>
      {options.map(({ value, label, warning }, index) => (
        <div key={value}>
          <label className={styles['check']}>
            <input
              type="checkbox"
              aria-describedby={warning === undefined ? undefined : `${id}${index}`}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                )
              }
            />
            {label}
          </label>
          {warning !== undefined && (
            <p id={`${id}${index}`} className={styles['warning']}>
              {warning}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className={styles['check']}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
