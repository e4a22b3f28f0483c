import { useQuery } from '@tanstack/react-query';
import type { NewEvaluation } from '../evaluations/new-evaluation.ts';
import type { Subject } from '../evaluations/use-subject.ts';
import { withTopNotice } from '../top-notice.ts';
import { providersQuery } from './provider-queries.ts';
import { type SourceFault, sourceFault } from './source-fault.ts';

export interface VariantFault extends SourceFault {
  readonly variantId: string;
  readonly variantName: string;
}

/** Why outputs of the chosen variants cannot be generated, checked before creation. */
export function useSourceFaults(
  { sources }: NewEvaluation,
  { variants, table, inputs }: Subject,
  workspaceId: string | null | undefined,
): readonly VariantFault[] {
  const usesProvider = variants.some(({ variant_id }) =>
    sources[variant_id]?.startsWith('provider/'),
  );
  const { data: providers } = useQuery(
    withTopNotice(providersQuery(usesProvider ? workspaceId : undefined)),
  );
  if (table === undefined || inputs === undefined) return [];
  const context = { inputs, columns: table.columns, providerIds: providers?.map(({ id }) => id) };
  return variants.flatMap((variant) => {
    const { variant_id: variantId, variant_name: variantName } = variant;
    const fault = sourceFault(variant, sources[variantId] ?? 'import', context);
    return fault === undefined ? [] : [{ ...fault, variantId, variantName }];
  });
}
