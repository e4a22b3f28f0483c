import type { Task } from './judge-state.ts';
import styles from './TaskStack.module.css';
import { TaskView, type TaskViewProps } from './TaskView.tsx';

interface TaskStackProps extends Omit<TaskViewProps, 'isShown'> {
  /** The next task, once it has arrived. */
  readonly prepared: Task | undefined;
}

/** The current task, and the next one laid out beneath it, invisible and inert. */
export function TaskStack({ task, prepared, ...rest }: TaskStackProps) {
  const isOther = prepared !== undefined && prepared.assignment.id !== task.assignment.id;
  return (
    <div className={styles['stack']}>
      {(isOther ? [task, prepared] : [task]).map((layer) => (
        <div key={layer.assignment.id} inert={layer !== task} className={styles['layer']}>
          <TaskView {...rest} task={layer} isShown={layer === task} />
        </div>
      ))}
    </div>
  );
}
