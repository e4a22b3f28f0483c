import { useQuery } from '@tanstack/react-query';
import type { NewEvaluation } from '../evaluations/new-evaluation.ts';
import type { Subject } from '../evaluations/use-subject.ts';
import { toldByPage } from '../told-by-page.ts';
import { providersQuery } from './provider-queries.ts';
import { type SourceFault, sourceFault } from './source-fault.ts';

export interface VariantFault extends SourceFault {
  readonly variantId: string;
  readonly variantName: string;
}

/** Why outputs of the chosen variants cannot be made, known before the evaluation is created. */
export function useSourceFaults(
  { sources }: NewEvaluation,
  { variants, table, inputs }: Subject,
  workspaceId: string | null | undefined,
): readonly VariantFault[] {
  const usesProvider = variants.some(({ variant_id }) =>
    sources[variant_id]?.startsWith('provider/'),
  );
  const { data: providers } = useQuery(
    toldByPage(providersQuery(usesProvider ? workspaceId : undefined)),
  );
  if (table === undefined || inputs === undefined) return [];
  const ground = { inputs, columns: table.columns, providerIds: providers?.map(({ id }) => id) };
  return variants.flatMap((variant) => {
    const { variant_id: variantId, variant_name: variantName } = variant;
    const fault = sourceFault(variant, sources[variantId] ?? 'import', ground);
    return fault === undefined ? [] : [{ ...fault, variantId, variantName }];
  });
}
