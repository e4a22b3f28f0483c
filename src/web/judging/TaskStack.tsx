import type { Task } from './judge-state.ts';
import styles from './TaskStack.module.css';
import { TaskView, type TaskViewProps } from './TaskView.tsx';

interface TaskStackProps extends Omit<TaskViewProps, 'isShown'> {
  /** The next task, once it has arrived. */
  readonly prepared: Task | undefined;
}

/** The task on the screen, and under it the next one, laid out but neither seen nor reachable. */
export function TaskStack({ task, prepared, ...rest }: TaskStackProps) {
  const isOther = prepared !== undefined && prepared.assignment.id !== task.assignment.id;
  return (
    <div className={styles['stack']}>
      {(isOther ? [task, prepared] : [task]).map((one) => (
        <div key={one.assignment.id} inert={one !== task} className={styles['layer']}>
          <TaskView {...rest} task={one} isShown={one === task} />
        </div>
      ))}
    </div>
  );
}
