import { strings } from '../strings.ts';
import styles from './NewEvaluationPage.module.css';

interface MissingPartsProps {
  readonly id: string;
  readonly faults: readonly { readonly variantName: string; readonly text: string }[];
}

/** What prevents creating the evaluation. */
export function MissingParts({ id, faults }: MissingPartsProps) {
  const texts = strings.evaluations.steps;
  return (
    <div id={id} role="status" className={styles['warning']}>
      {faults.length > 0 && (
        <>
          <p>{texts.missing}</p>
          <ul className={styles['missing']}>
            {faults.map(({ variantName, text }) => (
              <li key={variantName}>{texts.missingOf(variantName, text)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
