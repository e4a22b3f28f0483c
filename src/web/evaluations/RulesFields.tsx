import { strings } from '../strings.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { Check } from './Checks.tsx';
import { CriteriaEditor } from './CriteriaEditor.tsx';
import { isComparison } from './is-comparison.ts';
import styles from './NewEvaluationPage.module.css';
import {
  type ChangeSettings,
  OVERLAP,
  pairCount,
  pairsRule,
  SCORE,
  type SettingsDraft,
} from './settings-draft.ts';

interface RulesFieldsProps {
  readonly draft: SettingsDraft;
  readonly change: ChangeSettings;
  readonly variantCount: number;
}

/** Rules that apply to all judgements, so they can change only before the first one. */
export function RulesFields({ draft, change, variantCount }: RulesFieldsProps) {
  const texts = strings.evaluations.rules;
  const isPaired = isComparison(draft.type);
  return (
    <>
      <div className={styles['pair']}>
        <NumberField
          label={texts.overlap}
          hint={texts.overlapHint}
          rule={OVERLAP}
          value={draft.judgementsPerTask}
          onType={(judgementsPerTask) => change({ judgementsPerTask })}
          required
        />
        {isPaired && variantCount > 2 && (
          <NumberField
            label={texts.pairs}
            hint={texts.pairsHint(pairCount(variantCount))}
            rule={pairsRule(variantCount)}
            value={draft.pairsPerScenario}
            onType={(pairsPerScenario) => change({ pairsPerScenario })}
          />
        )}
      </div>
      <fieldset className={styles['group']}>
        <legend>{texts.title}</legend>
        <Check
          label={texts.blind}
          isOn={draft.isBlind}
          onChange={(isBlind) => change({ isBlind })}
        />
        {isPaired && (
          <>
            <Check
              label={texts.tie}
              isOn={draft.allowTie}
              onChange={(allowTie) => change({ allowTie })}
            />
            <Check
              label={texts.bothBad}
              isOn={draft.allowBothBad}
              onChange={(allowBothBad) => change({ allowBothBad })}
            />
          </>
        )}
      </fieldset>
      {!isPaired && draft.criteria.length === 0 && (
        <div className={styles['pair']}>
          <NumberField
            label={texts.lowest}
            rule={SCORE}
            value={draft.scoreMin}
            onType={(scoreMin) => change({ scoreMin })}
            required
          />
          <NumberField
            label={texts.highest}
            rule={SCORE}
            value={draft.scoreMax}
            onType={(scoreMax) => change({ scoreMax })}
            required
          />
        </div>
      )}
      <CriteriaEditor
        criteria={draft.criteria}
        isComparison={isPaired}
        onChange={(criteria) => change({ criteria })}
      />
    </>
  );
}
