import { useId } from 'react';
import { strings } from '../strings.ts';
import styles from './CriteriaForm.module.css';
import { choicesOf, type Question, type Value } from './questions.ts';
import type { TaskDraft } from './use-task-draft.ts';

/** What is asked besides the verdict. Digits answer the question that is marked. */
export function CriteriaForm({ draft }: { readonly draft: TaskDraft }) {
  return (
    <section aria-label={strings.judging.criteria} className={styles['criteria']}>
      {draft.questions.map((question) => (
        <OneQuestion
          key={question.key}
          question={question}
          value={draft.answers[question.key]}
          isActive={draft.active?.key === question.key}
          onAnswer={(value) => draft.answer(question, value)}
        />
      ))}
    </section>
  );
}

interface OneQuestionProps {
  readonly question: Question;
  readonly value: Value | undefined;
  readonly isActive: boolean;
  readonly onAnswer: (value: Value) => void;
}

function OneQuestion({ question, value, isActive, onAnswer }: OneQuestionProps) {
  const { criterion, side } = question;
  const texts = strings.judging;
  const choices = choicesOf(criterion.scale, { yes: texts.yes, no: texts.no });
  return (
    <fieldset className={styles['question']} data-active={isActive}>
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
              aria-pressed={value === choice}
              onClick={() => onAnswer(choice)}
            >
              <kbd>{index + 1}</kbd> {label}
            </button>
          ))}
        </div>
      ) : (
        <TypedAnswer question={question} value={value} onAnswer={onAnswer} />
      )}
    </fieldset>
  );
}

function TypedAnswer({ question, value, onAnswer }: Omit<OneQuestionProps, 'isActive'>) {
  const id = useId();
  const { name, scale } = question.criterion;
  if (scale.kind === 'text') {
    return (
      <textarea
        id={id}
        rows={2}
        aria-label={name}
        maxLength={10_000}
        value={String(value ?? '')}
        onChange={({ target }) => onAnswer(target.value)}
      />
    );
  }
  return (
    <input
      id={id}
      type="number"
      aria-label={name}
      min={scale.min}
      max={scale.max}
      step={scale.step ?? 'any'}
      value={value === undefined ? '' : String(value)}
      onChange={({ target }) =>
        onAnswer(target.validity.valid && target.value !== '' ? target.valueAsNumber : '')
      }
    />
  );
}
