import { defineEndpoint } from '../endpoint.ts';
import { FreeObject, Id, Reference } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { issues, type ValidationIssue } from '../validation.ts';
import { Source } from './generation.ts';
import { sourceFaults } from './generation-faults.ts';
import { ProviderTestResult } from './providers.ts';

export const tryingEndpoints = [
  defineEndpoint({
    operationId: 'tryVariants',
    tag: 'Outputs',
    method: 'POST',
    path: '/apps/{app_id}/variants/try',
    summary: 'Ask the sources of variants for one output each. Nothing is kept.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: Type.Object({ app_id: Reference }),
    body: Named('VariantTrial', {
      sources: Type.Array(Source, { minItems: 1, maxItems: 10 }),
      row: FreeObject,
    }),
    faults: (sent) => [...sourceFaults(sent), ...importFaults(sent)],
    response: Type.Array(Named('TriedVariant', { variant_id: Id, result: ProviderTestResult })),
    status: 200,
    problems: ['app_not_found', 'variant_not_found', 'provider_not_found'],
  }),
] as const;

interface SentTrial {
  readonly sources?: readonly { readonly kind?: string }[];
}

function importFaults({ sources = [] }: SentTrial): readonly ValidationIssue[] {
  const why = 'imported outputs come from a file and cannot be tried';
  return sources.flatMap((source, index) =>
    source?.kind === 'import' ? [issues.valueError(['body', 'sources', index, 'kind'], why)] : [],
  );
}
