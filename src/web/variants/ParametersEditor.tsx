import { useState } from 'react';
import { CodeEditor } from '../editor/lazy-editors.ts';
import { strings } from '../strings.ts';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import styles from './ParametersEditor.module.css';
import { parametersText } from './parameters-text.ts';
import { nameOfField, promptFields, withText } from './prompt-fields.ts';
import type { VariantDraft } from './use-variant-draft.ts';

interface ParametersEditorProps {
  readonly draft: VariantDraft;
  readonly mode: 'edit' | 'read';
}

/** Prompts as text, and below them everything as JSON: two views of the same draft. */
export function ParametersEditor({ draft, mode }: ParametersEditorProps) {
  return (
    <PartBoundary waiting={<Waiting rows={8} />}>
      <div className={styles['editor']}>
        <Prompts draft={draft} mode={mode} />
        <section className={styles['part']}>
          <h2>{strings.variants.parameters}</h2>
          <CodeEditor
            label={strings.variants.parametersAsJson}
            language="json"
            value={draft.text}
            onChange={draft.change}
            mode={mode}
          />
          <p role="status" className={styles['problem']}>
            {draft.parsed.kind === 'invalid' && draft.parsed.sentence}
          </p>
        </section>
      </div>
    </PartBoundary>
  );
}

function Prompts({ draft, mode }: ParametersEditorProps) {
  const { parsed } = draft;
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  if (parsed.kind === 'invalid') return null;
  const fields = promptFields(parsed.value, shown);
  // Shown fields stay: one must not vanish when the user deletes a brace or shortens its text.
  const names = fields.map(nameOfField);
  if (names.some((name) => !shown.has(name))) setShown(new Set([...shown, ...names]));
  return fields.map((field) => {
    const { path, text } = field;
    const name = nameOfField(field);
    return (
      <section key={name} className={styles['part']}>
        <h2 className={styles['name']}>{name}</h2>
        <CodeEditor
          label={name}
          language="prompt"
          value={text}
          onChange={(next) =>
            draft.change(parametersText(withText(parsed.value, { path, text: next })))
          }
          mode={mode}
        />
      </section>
    );
  });
}
