import { useState } from 'react';
import { PLAN_KINDS } from '../../contract/results/planning.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/Field.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Page } from '../ui/Page.tsx';
import { EffortFields } from './EffortFields.tsx';
import styles from './Plan.module.css';
import { PlanAnswer } from './PlanAnswer.tsx';
import { type ChangePlan, DEFAULT_PLAN, PLAN_RULES, withKind } from './plan-draft.ts';

/** Plans how many judgements a difference needs, before anything is created. */
export function PlanPage() {
  const texts = strings.planning;
  const [draft, setDraft] = useState(DEFAULT_PLAN);
  const change: ChangePlan = (part) => setDraft((current) => ({ ...current, ...part }));
  const field = (label: string, name: 'variants' | 'cases') => (
    <NumberField
      label={label}
      rule={PLAN_RULES[name]}
      value={draft[name]}
      onType={(text) => change({ [name]: text })}
    />
  );
  return (
    <Page title={texts.title} subtitle={texts.text} width="full">
      <div className={styles['columns']}>
        <div className="form-fields">
          <SelectField
            label={texts.kind}
            value={draft.kind}
            onChange={({ target }) => {
              const kind = PLAN_KINDS.find((one) => one === target.value);
              if (kind !== undefined) setDraft(withKind(draft, kind));
            }}
          >
            {PLAN_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {texts.kinds[kind]}
              </option>
            ))}
          </SelectField>
          <div className={styles['pair']}>
            {field(texts.variants, 'variants')}
            {field(texts.cases, 'cases')}
          </div>
          {draft.kind === 'scoring' && (
            <div className={styles['pair']}>
              <NumberField
                label={texts.lowest}
                rule={PLAN_RULES.score}
                value={draft.scoreMin}
                onType={(scoreMin) => change({ scoreMin })}
              />
              <NumberField
                label={texts.highest}
                rule={PLAN_RULES.score}
                value={draft.scoreMax}
                onType={(scoreMax) => change({ scoreMax })}
              />
            </div>
          )}
          <EffortFields draft={draft} change={change} />
        </div>
        <PlanAnswer
          draft={draft}
          actions={({ needed }) =>
            needed !== null &&
            needed.cases <= PLAN_RULES.cases.max &&
            String(needed.cases) !== draft.cases && (
              <Button onClick={() => change({ cases: String(needed.cases) })}>
                {texts.takeCases(needed.cases)}
              </Button>
            )
          }
        />
      </div>
    </Page>
  );
}
