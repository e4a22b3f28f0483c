import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { EffortFields } from './EffortFields.tsx';
import { isComparison } from './is-comparison.ts';
import styles from './Plan.module.css';
import { PlanAnswer } from './PlanAnswer.tsx';
import {
  type ChangePlan,
  DEFAULT_PLAN,
  type PlanDraft,
  withKind,
  withPerTask,
} from './plan-draft.ts';
import type { ChangeSettings, SettingsDraft } from './settings-draft.ts';

interface PlanPanelProps {
  readonly settings: SettingsDraft;
  readonly change: ChangeSettings;
  readonly size: { readonly variants: number; readonly scenarios: number };
}

/** The planner beside the settings of a new evaluation. */
export function PlanPanel({ settings, change, size }: PlanPanelProps) {
  const texts = strings.planning;
  // Each criterion has its own scale, so differences are planned on the default one.
  const { scoreMin, scoreMax } = settings.criteria.length > 0 ? DEFAULT_PLAN : settings;
  const [effort, setEffort] = useState(() => {
    const kind = isComparison(settings.type) ? 'comparison' : 'scoring';
    const changes = withPerTask(DEFAULT_PLAN, settings.judgementsPerTask);
    return withKind({ ...DEFAULT_PLAN, scoreMin, scoreMax, ...changes }, kind);
  });
  const isPaired = isComparison(settings.type) && size.variants > 2;
  const changeEffort: ChangePlan = (part) => setEffort((current) => ({ ...current, ...part }));
  const draft: PlanDraft = {
    ...effort,
    variants: String(size.variants),
    cases: String(size.scenarios),
    pairs: isPaired ? settings.pairsPerScenario : '',
    scoreMin,
    scoreMax,
  };
  return (
    <aside aria-label={texts.panelTitle} className={`form-fields ${styles['panel']}`}>
      <h2>{texts.panelTitle}</h2>
      <EffortFields draft={draft} change={changeEffort} />
      <PlanAnswer
        draft={draft}
        actions={() => (
          <div className={styles['actions']}>
            <Button
              disabled={settings.judgementsPerTask === effort.perTask}
              onClick={() => change({ judgementsPerTask: effort.perTask })}
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
