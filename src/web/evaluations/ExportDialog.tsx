import { useState } from 'react';
import { strings } from '../strings.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/Dialog.tsx';
import { SelectField } from '../ui/Field.tsx';
import type { Evaluation } from './evaluation-queries.ts';
import { isComparison } from './is-comparison.ts';

interface ExportDialogProps {
  readonly evaluation: Evaluation;
  readonly onClose: () => void;
}

const texts = strings.issues.export;

/** Downloads a file of judgements; the browser saves it as it arrives. */
export function ExportDialog({ evaluation, onClose }: ExportDialogProps) {
  const [content, setContent] = useState<keyof typeof texts.contents>('judgements');
  const [format, setFormat] = useState<keyof typeof texts.formats>('csv');
  const [ties, setTies] = useState<keyof typeof texts.tiesChoices>('omit');
  const contents = isComparison(evaluation.evaluation_type)
    ? (['judgements', 'scenarios', 'preferences'] as const)
    : (['judgements', 'scenarios'] as const);
  const query = new URLSearchParams({
    content,
    format,
    ...(content === 'preferences' ? { ties } : {}),
  });
  const address = `/api/human-evaluations/${encodeURIComponent(evaluation.id)}/export?${query}`;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <DialogBody>
        <div className="form-fields">
          <ChoiceField
            label={texts.content}
            value={content}
            options={contents}
            names={texts.contents}
            onChange={setContent}
          />
          <ChoiceField
            label={texts.format}
            value={format}
            options={['csv', 'jsonl']}
            names={texts.formats}
            onChange={setFormat}
          />
          {content === 'preferences' && (
            <ChoiceField
              label={texts.ties}
              value={ties}
              options={['omit', 'keep']}
              names={texts.tiesChoices}
              onChange={setTies}
            />
          )}
        </div>
      </DialogBody>
      <DialogActions>
        <a href={address} download className={buttonClass('primary')} onClick={onClose}>
          {texts.download}
        </a>
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, value, options, names, onChange } = props;
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option === target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {names[option]}
        </option>
      ))}
    </SelectField>
  );
}
