import type { ReactNode } from 'react';
import type { SampleSizePlan } from '../../contract/results/planning.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import styles from './Plan.module.css';
import { type PlanDraft, planFault, questionOf } from './plan-draft.ts';
import { usePlan } from './use-plan.ts';

interface PlanAnswerProps {
  readonly draft: PlanDraft;
  /** Buttons that use the plan's numbers. */
  readonly actions: (plan: SampleSizePlan) => ReactNode;
}

/** The power and effort of the plan; the last answer stays while the next is computed. */
export function PlanAnswer({ draft, actions }: PlanAnswerProps) {
  const texts = strings.planning;
  const question = questionOf(draft);
  const { answer, error, isComputing } = usePlan(question);
  const isShown = question !== undefined && answer !== undefined && error === null;
  const status =
    question === undefined
      ? (planFault(draft) ?? texts.incomplete)
      : isComputing && error === null
        ? texts.computing
        : '';
  return (
    <section aria-label={texts.title} aria-busy={isComputing} className={styles['answer']}>
      <p role="status" className={styles['status']}>
        {status}
      </p>
      <FailureNotice error={question === undefined ? null : error} />
      {isShown && (
        <>
          <Figures {...answer} />
          <p className={styles['soft']}>{texts.assumes(answer.plan.assumptions)}</p>
          {actions(answer.plan)}
        </>
      )}
    </section>
  );
}

interface FiguresProps {
  readonly plan: SampleSizePlan;
  readonly question: { readonly cases?: number; readonly annotators?: number };
}

function Figures({ plan, question: { cases = 0, annotators = 1 } }: FiguresProps) {
  const texts = strings.planning;
  const { expected_judgements: expected, hours, judgements, needed } = plan;
  const mostHours = (judgements * plan.seconds_per_judgement) / 3600 / annotators;
  const annotatorHours = hours.per_annotator;
  return (
    <dl className={styles['figures']}>
      <Figure label={texts.chance} value={texts.percent(plan.power.estimate ?? 0)}>
        {texts.chanceOf(cases)}
      </Figure>
      <Figure label={texts.judgements} value={texts.about(expected.median)}>
        {texts.range(expected.low, expected.high, judgements)}
      </Figure>
      <Figure label={texts.hours} value={texts.about(annotatorHours.median)}>
        {texts.range(
          annotatorHours.low,
          annotatorHours.high,
          Math.max(annotatorHours.high, mostHours),
        )}
      </Figure>
      {needed !== null && (
        <Figure label={texts.needed(needed.power)} value={texts.scenarios(needed.cases)}>
          {texts.judgementCount(needed.judgements)}
        </Figure>
      )}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children: ReactNode;
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles['value']}>{value}</dd>
      <dd className={styles['soft']}>{children}</dd>
    </div>
  );
}
