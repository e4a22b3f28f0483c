import { useState } from 'react';
import type { Output } from '../../contract/api.ts';
import type { Provider } from '../../contract/outputs/providers.ts';
import { client } from '../api.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { FormValues } from '../ui/form-values.ts';

interface TestProviderDialogProps {
  readonly provider: Provider;
  readonly onClose: () => void;
}

/** Asks the provider for one short output and shows it or the error. */
export function TestProviderDialog({ provider, onClose }: TestProviderDialogProps) {
  const [outcome, setOutcome] = useState<Output<'testProvider'>>();
  const texts = strings.providers;
  const ask = async ({ model = '' }: FormValues) => {
    setOutcome(undefined);
    setOutcome(
      await client.testProvider({ parameters: { provider_id: provider.id }, body: { model } }),
    );
  };
  return (
    <FormDialog
      title={texts.testTitle(provider.name)}
      description={texts.testText}
      submitLabel={texts.ask}
      onSubmit={ask}
      onClose={onClose}
    >
      <TextField label={texts.model} name="model" maxLength={256} autoFocus required />
      {outcome?.ok === true && (
        <div role="status">
          <p>{texts.answered(outcome.latency_ms)}</p>
          <blockquote dir="auto">{outcome.output}</blockquote>
        </div>
      )}
      {outcome?.error != null && (
        <div role="alert">
          <p>
            <strong>{texts.failed(outcome.error.code)}</strong> {outcome.error.message}
          </p>
        </div>
      )}
    </FormDialog>
  );
}
