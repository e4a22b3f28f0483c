import { Plus, Trash2 } from 'lucide-react';
import { SCALE_KINDS } from '../../contract/evaluations/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '../ui/Field.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Check } from './Checks.tsx';
import { type CriterionDraft, NEW_CRITERION } from './criterion-draft.ts';
import styles from './NewEvaluationPage.module.css';

interface CriteriaEditorProps {
  readonly criteria: readonly CriterionDraft[];
  readonly isComparison: boolean;
  readonly onChange: (criteria: readonly CriterionDraft[]) => void;
}

/** The questions besides the choice of an output. */
export function CriteriaEditor({ criteria, isComparison, onChange }: CriteriaEditorProps) {
  const texts = strings.evaluations.rules;
  const change = (index: number, part: Partial<CriterionDraft>) =>
    onChange(criteria.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <>
      {criteria.map((criterion, index) => (
        <fieldset key={index} className={styles['group']}>
          <legend>{texts.criterion(index + 1)}</legend>
          <div className={styles['pair']}>
            <TextField
              label={texts.criterionName}
              value={criterion.name}
              maxLength={128}
              onChange={({ target }) => change(index, { name: target.value })}
              required
            />
            <SelectField
              label={texts.scale}
              value={criterion.kind}
              onChange={({ target }) => {
                const kind = SCALE_KINDS.find((one) => one === target.value);
                if (kind !== undefined) change(index, { kind });
              }}
            >
              {SCALE_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {texts.scales[kind]}
                </option>
              ))}
            </SelectField>
          </div>
          <TextField
            label={texts.question}
            value={criterion.question}
            maxLength={2000}
            onChange={({ target }) => change(index, { question: target.value })}
          />
          <ScaleFields criterion={criterion} change={(part) => change(index, part)} />
          <Check
            label={texts.required}
            isOn={criterion.isRequired}
            onChange={(isRequired) => change(index, { isRequired })}
          />
          {isComparison && (
            <Check
              label={texts.aboutEach}
              isOn={criterion.about === 'output'}
              onChange={(isEach) => change(index, { about: isEach ? 'output' : 'comparison' })}
            />
          )}
          <div>
            <Button
              look="quiet"
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange(criteria.filter((_, at) => at !== index))}
            >
              {texts.removeCriterion}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button icon={<Plus aria-hidden />} onClick={() => onChange([...criteria, NEW_CRITERION])}>
          {texts.addCriterion}
        </Button>
      </div>
    </>
  );
}

interface ScaleFieldsProps {
  readonly criterion: CriterionDraft;
  readonly change: (part: Partial<CriterionDraft>) => void;
}

/** The possible answers. */
function ScaleFields({ criterion, change }: ScaleFieldsProps) {
  const texts = strings.evaluations.rules;
  switch (criterion.kind) {
    case 'likert':
    case 'choice':
      return (
        <TextAreaField
          label={texts.words}
          hint={criterion.kind === 'likert' ? texts.stepsHint : texts.optionsHint}
          value={criterion.words}
          onChange={({ target }) => change({ words: target.value })}
          required
        />
      );
    case 'numeric':
      return (
        <div className={styles['pair']}>
          <NumberField
            label={texts.min}
            rule={ANY}
            value={criterion.min}
            onType={(min) => change({ min })}
            required
          />
          <NumberField
            label={texts.max}
            rule={ANY}
            value={criterion.max}
            onType={(max) => change({ max })}
            required
          />
          <NumberField
            label={texts.step}
            rule={ANY}
            value={criterion.step}
            onType={(step) => change({ step })}
          />
        </div>
      );
    case 'binary':
    case 'text':
      return null;
    default:
      return criterion.kind satisfies never;
  }
}

const ANY = {};
