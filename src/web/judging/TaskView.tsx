import { memo, useEffect, useRef, useState } from 'react';
import type { Assignment } from '../../contract/judging/assignments.ts';
import { strings } from '../strings.ts';
import { announceFailure } from '../ui/Toasts.tsx';
import { blurClicked } from './blur-clicked.ts';
import type { Brief } from './brief.ts';
import { CriteriaForm } from './CriteriaForm.tsx';
import type { JudgeSession } from './judge-session.ts';
import type { Task } from './judge-state.ts';
import { OutputPanes } from './OutputPanes.tsx';
import { OutputText } from './OutputText.tsx';
import type { Panel } from './panel.ts';
import { scrollPanes } from './scroll-panes.ts';
import { TaskInputs } from './TaskInputs.tsx';
import styles from './TaskView.module.css';
import { useJudgeKeys } from './use-judge-keys.ts';
import { usePainted } from './use-painted.ts';
import type { Reading } from './use-reading.ts';
import { useTaskDraft } from './use-task-draft.ts';
import { VoteBar } from './VoteBar.tsx';

export interface TaskViewProps {
  readonly brief: Brief;
  readonly task: Task;
  /** False while the task waits behind the current one. */
  readonly isShown: boolean;
  readonly session: JudgeSession;
  readonly reading: Reading;
  /** A dialog or drawer is open over the task and takes the keys. */
  readonly isCovered: boolean;
  readonly onOpen: (panel: Panel) => void;
}

/** One task, from its inputs to the judging buttons. */
export const TaskView = memo(function TaskView(props: TaskViewProps) {
  const { brief, task, isShown, session, reading, isCovered, onOpen } = props;
  const { assignment } = task;
  const draft = useTaskDraft(brief, task, session);
  const activeField = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const top = useRef<HTMLElement>(null);
  const panes = useRef<(HTMLElement | null)[]>([]);
  const [isExpectedShown, setExpectedShown] = useState(false);
  const toggleExpected = () => setExpectedShown((isShown) => !isShown);
  const isPainted = usePainted(isShown ? assignment.id : undefined);
  const isListening = () => !isCovered && isPainted();
  useJudgeKeys({ brief, isListening, activeField }, (command) => {
    switch (command.kind) {
      case 'vote':
        return draft.vote(command.vote);
      case 'digit':
        return draft.press(command.digit);
      case 'scroll':
        return scrollPanes(
          command.step,
          panes.current.filter((pane) => pane !== null),
          { task: top.current, isLocked: reading.isScrollLocked },
        );
      case 'submit':
        return draft.submit();
      case 'note':
        return note.current?.focus();
      case 'skip':
        return session.skip();
      case 'undo':
        return void session.undo().catch(announceFailure);
      case 'flag':
        return onOpen({ kind: 'flag', assignmentId: assignment.id });
      case 'guidelines':
        return onOpen({ kind: 'guidelines' });
      case 'help':
        return onOpen({ kind: 'keys' });
      case 'diff':
        return reading.toggleDiff();
      case 'lock':
        return reading.toggleLock();
      case 'wide':
        return reading.cycleWidth();
      case 'expected':
        return toggleExpected();
      default:
        return command satisfies never;
    }
  });
  const { start } = draft;
  const isAsked = draft.questions.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const stop = start();
    // A new task has the focus at its top, or in its score field.
    const typedScore = isAsked ? null : activeField.current;
    (typedScore ?? top.current)?.focus({ preventScroll: true });
    return stop;
  }, [isShown, start, isAsked]);
  return (
    <>
      <main ref={top} tabIndex={-1} className={styles['task']}>
        <TaskInputs inputs={assignment.inputs} />
        {areIdentical(assignment) && <p role="note">{strings.judging.identical}</p>}
        <div className={isAsked ? styles['asked'] : styles['plain']}>
          <OutputPanes slots={assignment.slots} reading={reading} panes={panes} isShown={isShown} />
          {isAsked && <CriteriaForm draft={draft} activeField={activeField} />}
        </div>
        {assignment.correct_answer !== '' && (
          <section className={styles['expected']}>
            <button
              type="button"
              className={styles['disclose']}
              aria-expanded={isExpectedShown}
              onClick={(event) => {
                blurClicked(event);
                toggleExpected();
              }}
            >
              {strings.judging.expected} <kbd>E</kbd>
            </button>
            {isExpectedShown && (
              <OutputText text={assignment.correct_answer} presentation={reading.presentation} />
            )}
          </section>
        )}
        <label className={styles['note']}>
          <span>
            {strings.judging.note} <kbd>N</kbd>
            {assignment.flag !== null && (
              <em className={styles['flagged']}>{strings.judging.flagged}</em>
            )}
          </span>
          <textarea
            ref={note}
            rows={2}
            maxLength={10_000}
            placeholder={strings.judging.noteHint}
            value={draft.note}
            onChange={({ target }) => draft.write(target.value)}
          />
        </label>
      </main>
      <VoteBar brief={brief} draft={draft} activeField={activeField} onSkip={session.skip} />
    </>
  );
});

function areIdentical({ slots: [first, ...others] }: Assignment): boolean {
  return others.length > 0 && others.every(({ output }) => output === first?.output);
}
