import { AnalysisFields } from './AnalysisFields.tsx';
import { AnnotatorViewFields } from './AnnotatorViewFields.tsx';
import styles from './NewEvaluationPage.module.css';
import type { Change, NewEvaluation } from './new-evaluation.ts';
import { PlanPanel } from './PlanPanel.tsx';
import { RulesFields } from './RulesFields.tsx';

interface RulesStepProps {
  readonly draft: NewEvaluation;
  readonly change: Change;
  readonly scenarios: number;
}

export function RulesStep({ draft, change, scenarios }: RulesStepProps) {
  const variants = draft.variantIds.length;
  return (
    <div className={styles['beside']}>
      <div className="form-fields">
        <RulesFields draft={draft} change={change} variantCount={variants} />
        <AnnotatorViewFields draft={draft} change={change} />
        <AnalysisFields draft={draft} change={change} isJudged={false} />
      </div>
      {variants > 1 && scenarios > 0 && (
        <PlanPanel settings={draft} change={change} size={{ variants, scenarios }} />
      )}
    </div>
  );
}
