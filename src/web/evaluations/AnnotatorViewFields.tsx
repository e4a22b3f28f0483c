import { PRESENTATIONS } from '../../contract/evaluations/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { SelectField, TextAreaField } from '../ui/Field.tsx';
import type { ChangeSettings, SettingsDraft } from './settings-draft.ts';

interface AnnotatorViewFieldsProps {
  readonly draft: SettingsDraft;
  readonly change: ChangeSettings;
}

/** How annotators see outputs, and their guidelines: both can change while they judge. */
export function AnnotatorViewFields({ draft, change }: AnnotatorViewFieldsProps) {
  const texts = strings.evaluations.rules;
  return (
    <>
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
