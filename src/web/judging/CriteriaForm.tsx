import { type RefObject, useEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import { inputModeFor } from '../ui/number-text.ts';
import { blurClicked } from './blur-clicked.ts';
import styles from './CriteriaForm.module.css';
import { answerFault, choicesOf, digitAt, isNumeric, type Question } from './questions.ts';
import { TypedNumber } from './TypedNumber.tsx';
import type { TaskDraft } from './use-task-draft.ts';

interface CriteriaFormProps {
  readonly draft: TaskDraft;
  /** The number field of the marked question, if it has one. */
  readonly activeField: RefObject<HTMLInputElement | null>;
}

/** The criteria to answer besides the outcome. Digits answer the marked one. */
export function CriteriaForm({ draft, activeField }: CriteriaFormProps) {
  const form = useRef<HTMLElement>(null);
  useScrollToMark(form, draft.active?.key);
  return (
    <section ref={form} aria-label={strings.judging.criteria} className={styles['criteria']}>
      {draft.questions.map((question) => (
        <OneQuestion
          key={question.key}
          question={question}
          draft={draft}
          activeField={activeField}
        />
      ))}
    </section>
  );
}

/** Scrolls to the question that the next digit answers. A new task stays at its top. */
function useScrollToMark(form: RefObject<HTMLElement | null>, marked: string | undefined): void {
  const lastMarked = useRef(marked);
  useEffect(() => {
    if (lastMarked.current === marked) return;
    lastMarked.current = marked;
    const question = form.current?.querySelector<HTMLElement>('[data-active="true"]');
    question?.scrollIntoView({ block: 'nearest' });
    const field = form.current?.querySelector('input:focus') ?? null;
    // A number field of another question would take the next digit.
    if (field !== null && question?.contains(field) === false) {
      question.focus({ preventScroll: true });
    }
  }, [form, marked]);
}

interface OneQuestionProps extends CriteriaFormProps {
  readonly question: Question;
}

function OneQuestion({ question, draft, activeField }: OneQuestionProps) {
  const { criterion, side } = question;
  const texts = strings.judging;
  const choices = choicesOf(criterion.scale, { yes: texts.yes, no: texts.no });
  return (
    <fieldset
      tabIndex={-1}
      className={styles['question']}
      data-active={draft.active?.key === question.key}
    >
      <legend className={styles['legend']}>
        {criterion.name}
        {side !== undefined && <span className={styles['soft']}> {texts.about(side)}</span>}
        {!criterion.required && <span className={styles['soft']}> · {texts.optional}</span>}
      </legend>
      {criterion.question !== '' && <p className={styles['text']}>{criterion.question}</p>}
      {choices.length > 0 ? (
        <div className={styles['choices']}>
          {choices.map(({ value: choice, label }, index) => (
            <button
              key={label}
              type="button"
              className={styles['choice']}
              aria-pressed={draft.answers[question.key] === choice}
              onClick={(event) => {
                blurClicked(event);
                draft.answer(question, choice);
              }}
            >
              {digitAt(index) !== undefined && <kbd>{digitAt(index)}</kbd>} {label}
            </button>
          ))}
        </div>
      ) : (
        <TypedAnswer question={question} draft={draft} activeField={activeField} />
      )}
    </fieldset>
  );
}

function TypedAnswer({ question, draft, activeField }: OneQuestionProps) {
  const { criterion, key } = question;
  const { min = 0, max = 0 } = criterion.scale;
  const value = draft.answers[key];
  const text = String(value ?? '');
  if (isNumeric(criterion)) {
    return (
      <TypedNumber
        label={criterion.name}
        hint={strings.judging.scoreRange(min, max)}
        inputMode={inputModeFor(criterion.scale)}
        text={text}
        onType={(typed) => draft.type(question, typed)}
        fault={answerFault(criterion, value)}
        isSubmitTried={draft.isSubmitTried}
        isActive={draft.active?.key === key}
        activeField={activeField}
        onEnter={() => draft.activate(question)}
        onLeave={() => draft.leave(question)}
      />
    );
  }
  return (
    <textarea
      rows={2}
      aria-label={criterion.name}
      maxLength={10_000}
      value={text}
      onChange={({ target }) => draft.type(question, target.value)}
      onFocus={() => draft.activate(question)}
      onBlur={() => text !== '' && draft.leave(question)}
    />
  );
}
