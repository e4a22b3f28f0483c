import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EffortFields } from './EffortFields.tsx';
import styles from './Plan.module.css';
import { PlanAnswer } from './PlanAnswer.tsx';
import {
  type ChangePlan,
  type PlanDraft,
  USUAL_PLAN,
  withKind,
  withPerTask,
} from './plan-draft.ts';
import { type ChangeSettings, isComparison, type SettingsDraft } from './settings-draft.ts';

interface PlanPanelProps {
  readonly settings: SettingsDraft;
  readonly change: ChangeSettings;
  readonly size: { readonly variants: number; readonly scenarios: number };
}

/** The planner beside the settings of a new evaluation. */
export function PlanPanel({ settings, change, size }: PlanPanelProps) {
  const texts = strings.planning;
  // Scores of criteria have scales of their own: their differences are planned on the usual one.
  const { scoreMin, scoreMax } = settings.criteria.length > 0 ? USUAL_PLAN : settings;
  const [own, setOwn] = useState(() => {
    const kind = isComparison(settings) ? 'comparison' : 'scoring';
    const effort = withPerTask(USUAL_PLAN, settings.judgementsPerTask);
    return withKind({ ...USUAL_PLAN, scoreMin, scoreMax, ...effort }, kind);
  });
  const isPaired = isComparison(settings) && size.variants > 2;
  const changeOwn: ChangePlan = (part) => setOwn((current) => ({ ...current, ...part }));
  const draft: PlanDraft = {
    ...own,
    variants: String(size.variants),
    cases: String(size.scenarios),
    pairs: isPaired ? settings.pairsPerScenario : '',
    scoreMin,
    scoreMax,
  };
  return (
    <aside aria-label={texts.panelTitle} className={`form-fields ${styles['panel']}`}>
      <h2>{texts.panelTitle}</h2>
      <EffortFields draft={draft} change={changeOwn} />
      <PlanAnswer
        draft={draft}
        actions={() => (
          <div className={styles['actions']}>
            <Button
              disabled={settings.judgementsPerTask === own.perTask}
              onClick={() => change({ judgementsPerTask: own.perTask })}
            >
              {texts.takeNumbers}
            </Button>
            <Link to="/plan" target="_blank">
              {texts.open}
            </Link>
          </div>
        )}
      />
    </aside>
  );
}
