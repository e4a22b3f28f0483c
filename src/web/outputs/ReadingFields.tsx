import { PRESENTATIONS } from '../../contract/evaluations/evaluation-settings.ts';
import type { ChangeSettings, SettingsDraft } from '../evaluations/settings-draft.ts';
import { strings } from '../strings.ts';
import { SelectField, TextAreaField } from '../ui/Field.tsx';

interface ReadingFieldsProps {
  readonly draft: SettingsDraft;
  readonly change: ChangeSettings;
}

/** Guidelines and presentation, which can change while annotators judge. */
export function ReadingFields({ draft, change }: ReadingFieldsProps) {
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
