import type { AppVariantResponse } from '../../../contract/variants/variants.ts';
import type { DerivedVariant } from '../../../domain/variants/derive-variant.ts';
import type { Base } from '../../../storage/variants/bases.ts';
import { presentVariant } from './present-variant.ts';

/** A variant that was just written, without reading it back. */
export function presentNewVariant(
  variant: DerivedVariant,
  { base, previousName }: { base: Base; previousName: string | null },
): AppVariantResponse {
  return presentVariant({
    standing: base.standing,
    id: variant.id,
    name: variant.name.text,
    configName: variant.configName.text,
    previousName,
    createdBy: variant.firstRevision.createdBy,
    createdAt: variant.firstRevision.createdAt,
    appId: base.appId,
    appName: base.appName,
    baseId: base.id,
    baseName: base.name,
    uri: base.uri,
    version: 1,
    revision: 1,
    revisionId: variant.firstRevision.id,
    revisedAt: variant.firstRevision.createdAt,
    parameters: variant.firstRevision.parameters,
  });
}
