import type { Assignment } from '../../contract/judging/assignments.ts';
import { strings } from '../strings.ts';
import styles from './TaskView.module.css';

/** The inputs of the scenario; long ones can be folded. */
export function TaskInputs({ inputs }: Pick<Assignment, 'inputs'>) {
  return (
    <details open className={styles['inputs']}>
      <summary>{strings.judging.inputs}</summary>
      {inputs.length === 0 && <p className={styles['soft']}>{strings.judging.noInputs}</p>}
      <dl>
        {inputs.map(({ input_name, input_value }) => (
          <div key={input_name} className={styles['input']}>
            <dt dir="auto">{input_name}</dt>
            <dd dir="auto">{input_value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
