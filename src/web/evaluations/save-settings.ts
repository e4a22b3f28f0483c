import type { EvaluationSettings } from '../../contract/evaluation-settings.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { isRevisionConflict } from '../revision-conflict.ts';
import { type Evaluation, settingsQuery } from './evaluation-queries.ts';
import { type Design, type SettingsDraft, settingsDraftOf, settingsOf } from './settings-draft.ts';

interface Saving {
  readonly evaluation: Evaluation;
  /** What the draft was started from. */
  readonly base: Versioned<EvaluationSettings>;
  readonly draft: SettingsDraft;
}

export type Saved =
  | { readonly kind: 'saved' }
  /** Somebody else changed settings meanwhile: a person has to choose. */
  | { readonly kind: 'conflict'; readonly newest: Versioned<EvaluationSettings> };

/** Settings that stay as they are may be sent again: only changes have an effect. */
export async function saveSettings(saving: Saving): Promise<Saved> {
  try {
    await write(saving);
    return { kind: 'saved' };
  } catch (error) {
    if (!isRevisionConflict(error)) throw error;
  }
  const newest = await fetchNewestSettings(saving.evaluation.id);
  const isSame = JSON.stringify(draftOf(newest)) === JSON.stringify(draftOf(saving.base));
  // Judgements count into the version, too; they are nobody's change of settings.
  return isSame ? saveSettings({ ...saving, base: newest }) : { kind: 'conflict', newest };
}

export function fetchNewestSettings(evaluationId: string) {
  return queryClient.fetchQuery({ ...settingsQuery(evaluationId), staleTime: 0 });
}

async function write({ evaluation, base, draft }: Saving): Promise<void> {
  const { criteria = [], ...body } = settingsOf(draft, designOf(evaluation));
  const parameters = { evaluation_id: evaluation.id };
  // It comes first because it also proves that nobody else changed the criteria.
  await client.updateEvaluationSettings({ parameters, body, ifMatch: base.etag });
  const areOthers = JSON.stringify(draft.criteria) !== JSON.stringify(draftOf(base).criteria);
  if (areOthers) await client.replaceCriteria({ parameters, body: criteria });
}

export function designOf({ evaluation_type, variant_ids }: Evaluation): Design {
  return { type: evaluation_type, variantCount: variant_ids.length };
}

function draftOf({ value }: Versioned<EvaluationSettings>): SettingsDraft {
  return settingsDraftOf(value);
}
