import type { JsonObject } from '../../contract/fields.ts';
import type { Name } from '../names.ts';

/** A revision as it is stored; it never changes. */
export interface NewRevision {
  readonly id: string;
  readonly variantId: string;
  readonly revision: number;
  readonly configName: string;
  readonly parameters: JsonObject;
  readonly parametersHash: string;
  readonly commitMessage: string | null;
  readonly restoredFrom: number | null;
  readonly createdBy: string;
  readonly createdAt: number;
}

export interface DerivedVariant {
  readonly id: string;
  readonly appId: string;
  readonly baseId: string;
  readonly name: Name;
  readonly configName: Name;
  readonly firstRevision: NewRevision;
}

export interface NewVariant {
  readonly base: { readonly id: string; readonly appId: string };
  readonly name: Name;
  readonly configName: Name;
  readonly parameters: JsonObject;
  readonly parametersHash: string;
  readonly commitMessage: string | null;
}

/** The new ids of a derived variant, its author and its time. */
export interface NewVariantIds {
  readonly variantId: string;
  readonly revisionId: string;
  readonly userId: string;
  readonly now: number;
}

/** A new variant of a base, with its parameters as revision 1. */
export function deriveVariant(variant: NewVariant, ids: NewVariantIds): DerivedVariant {
  return {
    id: ids.variantId,
    appId: variant.base.appId,
    baseId: variant.base.id,
    name: variant.name,
    configName: variant.configName,
    firstRevision: {
      id: ids.revisionId,
      variantId: ids.variantId,
      revision: 1,
      configName: variant.configName.text,
      parameters: variant.parameters,
      parametersHash: variant.parametersHash,
      commitMessage: variant.commitMessage,
      restoredFrom: null,
      createdBy: ids.userId,
      createdAt: ids.now,
    },
  };
}

/** How the original system names a variant that was given only a config name. */
export function variantNameOf(baseName: string, configName: string): string {
  return `${baseName}.${configName}`;
}
