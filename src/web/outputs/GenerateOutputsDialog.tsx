import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Generation } from '../../contract/outputs/generation.ts';
import { client, queryClient } from '../api.ts';
import { Check } from '../evaluations/Checks.tsx';
import { type Evaluation, generationQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { announce } from '../ui/Toasts.tsx';
import { variantsQuery } from '../variants/app-queries.ts';
import { SourceFields } from './SourceFields.tsx';
import { type SourceDraft, sourceDraftOf, sourcesOf } from './source-draft.ts';

interface GenerateOutputsDialogProps {
  readonly evaluation: Evaluation;
  readonly workspaceId: string | null | undefined;
  readonly generation: Generation;
  readonly onClose: () => void;
}

/** Asks for the source of each variant's outputs, then generates the missing ones. */
export function GenerateOutputsDialog(props: GenerateOutputsDialogProps) {
  const { evaluation, workspaceId, generation, onClose } = props;
  const variants = useQuery(variantsQuery(evaluation.app_id));
  const [chosen, setChosen] = useState<Readonly<Record<string, SourceDraft>>>({});
  const [isReusing, setReusing] = useState(generation.reuse);
  const choices = generation.variants.map((one) => {
    const uri = variants.data?.find(({ variant_id }) => variant_id === one.variant_id)?.uri ?? null;
    const stored = sourceDraftOf(one);
    // A base without a URI has nothing to call.
    const initial = stored === 'base' && uri === null ? undefined : stored;
    return { id: one.variant_id, name: one.variant_name, uri, initial };
  });
  const sources = {
    ...Object.fromEntries(choices.map(({ id, initial = 'import' }) => [id, initial])),
    ...chosen,
  };
  const start = async () => {
    await client.startGeneration({
      parameters: { evaluation_id: evaluation.id },
      body: { sources: sourcesOf(evaluation.variant_ids, sources), reuse: isReusing },
    });
    await queryClient.invalidateQueries(generationQuery(evaluation.id));
    announce({ text: strings.outputs.started });
    onClose();
  };
  return (
    <FormDialog
      title={strings.outputs.generate}
      submitLabel={strings.outputs.generate}
      // Until the variants are known, a base seems to have no address.
      canSubmit={
        variants.data !== undefined && Object.values(sources).some((source) => source !== 'import')
      }
      onSubmit={start}
      onClose={onClose}
    >
      <FailureNotice error={variants.error} onRetry={() => void variants.refetch()} />
      <SourceFields
        workspaceId={workspaceId}
        variants={choices}
        chosen={sources}
        onChoose={(id, source) => setChosen({ ...chosen, [id]: source })}
      />
      <Check label={strings.outputs.reuse} isOn={isReusing} onChange={setReusing} />
    </FormDialog>
  );
}
