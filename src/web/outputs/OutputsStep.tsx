import type { Output } from '../../contract/api.ts';
import { Check } from '../evaluations/Checks.tsx';
import { type Change, type NewEvaluation, sourcesIn } from '../evaluations/new-evaluation.ts';
import { strings } from '../strings.ts';
import { SourceFields } from './SourceFields.tsx';

interface OutputsStepProps {
  readonly draft: NewEvaluation;
  readonly change: Change;
  readonly variants: Output<'listAppVariants'>;
  readonly workspaceId: string | null | undefined;
}

export function OutputsStep({ draft, change, variants, workspaceId }: OutputsStepProps) {
  const chosen = draft.variantIds.flatMap((id) => {
    const variant = variants.find(({ variant_id }) => variant_id === id);
    return variant === undefined ? [] : [{ id, name: variant.variant_name, uri: variant.uri }];
  });
  const isMade = sourcesIn(draft).some(({ kind }) => kind !== 'import');
  return (
    <>
      <SourceFields
        workspaceId={workspaceId}
        variants={chosen}
        chosen={draft.sources}
        onChoose={(id, source) => change({ sources: { ...draft.sources, [id]: source } })}
      />
      {isMade && (
        <Check
          label={strings.outputs.atOnce}
          isOn={draft.isMadeAtOnce}
          onChange={(isMadeAtOnce) => change({ isMadeAtOnce })}
        />
      )}
    </>
  );
}
