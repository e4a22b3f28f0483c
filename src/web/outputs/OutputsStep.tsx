import { Check } from '../evaluations/Checks.tsx';
import { type Change, type NewEvaluation, sourcesIn } from '../evaluations/new-evaluation.ts';
import type { Subject } from '../evaluations/use-subject.ts';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { SourceFields } from './SourceFields.tsx';
import { TryRow } from './TryRow.tsx';
import type { VariantFault } from './use-source-faults.ts';

interface OutputsStepProps {
  readonly draft: NewEvaluation;
  readonly change: Change;
  readonly appId: string;
  readonly subject: Subject;
  readonly workspaceId: string | null | undefined;
  readonly faults: readonly VariantFault[];
}

export function OutputsStep(props: OutputsStepProps) {
  const { draft, change, appId, subject, workspaceId, faults } = props;
  const may = useMay(workspaceId);
  const generated = sourcesIn(draft).filter(({ kind }) => kind !== 'import');
  return (
    <>
      <SourceFields
        workspaceId={workspaceId}
        variants={subject.variants.map(({ variant_id, variant_name, uri }) => ({
          id: variant_id,
          name: variant_name,
          uri,
        }))}
        chosen={draft.sources}
        faults={faults}
        onChoose={(id, source) => change({ sources: { ...draft.sources, [id]: source } })}
      />
      {generated.length > 0 && may('edit_evaluation') && (
        // Outputs shown belong to the sources that were called.
        <TryRow
          key={JSON.stringify(generated)}
          appId={appId}
          sources={generated}
          subject={subject}
        />
      )}
      {generated.length > 0 && (
        <Check
          label={strings.outputs.atOnce}
          isOn={draft.isMadeAtOnce}
          onChange={(isMadeAtOnce) => change({ isMadeAtOnce })}
        />
      )}
    </>
  );
}
