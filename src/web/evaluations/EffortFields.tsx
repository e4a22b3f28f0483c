import { strings } from '../strings.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { numberOf } from '../ui/number-text.ts';
import styles from './Plan.module.css';
import {
  annotatorsRule,
  type ChangePlan,
  differenceRule,
  PLAN_RULES,
  type PlanDraft,
  sliderOf,
  withPerTask,
} from './plan-draft.ts';

interface EffortFieldsProps {
  readonly draft: PlanDraft;
  readonly change: ChangePlan;
}

/** The difference to detect, and how many annotators judge. */
export function EffortFields({ draft, change }: EffortFieldsProps) {
  const texts = strings.planning;
  const isComparison = draft.kind === 'comparison';
  const label = isComparison ? texts.winRate : texts.scoreGap;
  return (
    <>
      <div className={styles['slide']}>
        <NumberField
          label={label}
          hint={isComparison ? texts.winRateHint : texts.scoreGapHint}
          rule={differenceRule(draft)}
          value={draft.difference}
          onType={(difference) => change({ difference })}
        />
        <input
          type="range"
          aria-label={texts.slider(label)}
          {...sliderOf(draft)}
          value={numberOf(draft.difference) || 0}
          onChange={({ target }) => change({ difference: target.value })}
        />
      </div>
      <div className={styles['pair']}>
        <NumberField
          label={texts.perTask}
          rule={PLAN_RULES.perTask}
          value={draft.perTask}
          onType={(perTask) => change(withPerTask(draft, perTask))}
        />
        <NumberField
          label={texts.annotators}
          rule={annotatorsRule(draft)}
          value={draft.annotators}
          onType={(annotators) => change({ annotators })}
        />
      </div>
    </>
  );
}
