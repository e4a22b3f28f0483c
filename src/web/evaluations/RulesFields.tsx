import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { Check } from './Checks.tsx';
import { CriteriaEditor } from './CriteriaEditor.tsx';
import styles from './NewEvaluationPage.module.css';
import {
  type ChangeSettings,
  isComparison,
  pairCount,
  type SettingsDraft,
} from './settings-draft.ts';

interface RulesFieldsProps {
  readonly draft: SettingsDraft;
  readonly change: ChangeSettings;
  readonly variantCount: number;
}

/** What all judgements are made under alike: it can change only while there are none. */
export function RulesFields({ draft, change, variantCount }: RulesFieldsProps) {
  const texts = strings.evaluations.how;
  const isPaired = isComparison(draft);
  return (
    <>
      <div className={styles['pair']}>
        <TextField
          label={texts.overlap}
          hint={texts.overlapHint}
          type="number"
          min={1}
          max={20}
          value={draft.judgementsPerTask}
          onChange={({ target }) => change({ judgementsPerTask: target.valueAsNumber })}
          required
        />
        {isPaired && variantCount > 2 && (
          <TextField
            label={texts.pairs}
            hint={texts.pairsHint(pairCount(variantCount))}
            type="number"
            min={1}
            max={pairCount(variantCount)}
            value={draft.pairsPerScenario ?? ''}
            onChange={({ target }) =>
              change({ pairsPerScenario: target.value === '' ? null : target.valueAsNumber })
            }
          />
        )}
      </div>
      <fieldset className={styles['group']}>
        <legend>{texts.rules}</legend>
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
          <TextField
            label={texts.lowest}
            type="number"
            step="any"
            value={draft.scoreMin}
            onChange={({ target }) => change({ scoreMin: target.valueAsNumber })}
            required
          />
          <TextField
            label={texts.highest}
            type="number"
            step="any"
            value={draft.scoreMax}
            onChange={({ target }) => change({ scoreMax: target.valueAsNumber })}
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
