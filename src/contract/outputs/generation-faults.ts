import { repeats } from '../evaluations/evaluation-faults.ts';
import { issues, type ValidationIssue } from '../validation.ts';

/** The fields of a source that could be read. */
interface SentSource {
  readonly variant_id?: string;
  readonly kind?: string;
  readonly provider_id?: string | null;
}

interface SentSources {
  readonly sources?: readonly SentSource[];
}

/** Each variant has one source, and only sources of kind `provider` name a provider. */
export function sourceFaults({ sources = [] }: SentSources): readonly ValidationIssue[] {
  const loc = ['body', 'sources'];
  return [
    ...repeats(
      sources.map((source) => source?.variant_id?.toLowerCase().replaceAll('-', '')),
      loc,
      'each variant may be named once',
    ),
    ...sources.flatMap((source, index) => providerFault(source, [...loc, index, 'provider_id'])),
  ];
}

function providerFault(
  { kind, provider_id }: SentSource = {},
  loc: readonly (string | number)[],
): readonly ValidationIssue[] {
  const isNamed = provider_id !== undefined && provider_id !== null;
  if (kind === 'provider' && !isNamed) return [issues.missing(loc)];
  if (kind !== undefined && kind !== 'provider' && isNamed) {
    return [issues.valueError(loc, 'only the kind "provider" has a provider')];
  }
  return [];
}
