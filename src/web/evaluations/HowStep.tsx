import { PRESENTATIONS } from '../../contract/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { SelectField, TextAreaField, TextField } from '../ui/Field.tsx';
import { Check } from './Checks.tsx';
import { CriteriaEditor } from './CriteriaEditor.tsx';
import styles from './NewEvaluationPage.module.css';
import type { Change, NewEvaluation } from './new-evaluation.ts';

interface HowStepProps {
  readonly draft: NewEvaluation;
  readonly change: Change;
}

export function HowStep({ draft, change }: HowStepProps) {
  const texts = strings.evaluations.how;
  const isComparison = draft.type === 'human_a_b_testing';
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
        <SelectField
          label={texts.presentation}
          value={draft.presentation}
          onChange={({ target }) => {
            const presentation = PRESENTATIONS.find((one) => one === target.value);
            if (presentation !== undefined) change({ presentation });
          }}
        >
          {PRESENTATIONS.map((presentation) => (
            <option key={presentation} value={presentation}>
              {strings.judging.formats[presentation]}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className={styles['group']}>
        <legend>{texts.rules}</legend>
        <Check
          label={texts.blind}
          isOn={draft.isBlind}
          onChange={(isBlind) => change({ isBlind })}
        />
        {isComparison && (
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
      {!isComparison && draft.criteria.length === 0 && (
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
        isComparison={isComparison}
        onChange={(criteria) => change({ criteria })}
      />
      <TextAreaField
        label={strings.judging.guidelines}
        hint={texts.guidelinesHint}
        rows={6}
        maxLength={50_000}
        value={draft.guidelines}
        onChange={({ target }) => change({ guidelines: target.value })}
      />
    </>
  );
}
