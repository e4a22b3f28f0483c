import {
  EVALUATION_TYPES,
  type EvaluationType,
} from '../../contract/evaluations/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { SelectField } from '../ui/Field.tsx';

interface TypeFieldProps {
  readonly type: EvaluationType;
  readonly onChange: (type: EvaluationType) => void;
}

/** Comparison or scoring. */
export function TypeField({ type, onChange }: TypeFieldProps) {
  return (
    <SelectField
      label={strings.evaluations.setup.type}
      value={type}
      onChange={({ target }) => {
        const chosen = EVALUATION_TYPES.find((one) => one === target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {EVALUATION_TYPES.map((one) => (
        <option key={one} value={one}>
          {strings.evaluations.types[one]}
        </option>
      ))}
    </SelectField>
  );
}
