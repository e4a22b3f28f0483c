import { strings } from '../strings.ts';
import styles from './NewEvaluationPage.module.css';
import { STEPS, type Step } from './new-evaluation-search.ts';

interface StepListProps {
  readonly step: Step;
  /** Whether the first step is complete. */
  readonly isReady: boolean;
  readonly onGo: (step: Step) => void;
}

export function StepList({ step, isReady, onGo }: StepListProps) {
  return (
    <ol className={styles['steps']}>
      {STEPS.map((one, index) => (
        <li key={one}>
          <button
            type="button"
            className={styles['step']}
            aria-current={one === step ? 'step' : undefined}
            disabled={index > 0 && !isReady}
            onClick={() => onGo(one)}
          >
            {strings.evaluations.steps[one]}
          </button>
        </li>
      ))}
    </ol>
  );
}
