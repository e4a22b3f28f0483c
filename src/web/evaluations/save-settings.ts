import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import { client, queryClient, type Versioned } from '../api.ts';
import { isRevisionConflict } from '../revision-conflict.ts';
import { type Evaluation, settingsQuery } from './evaluation-queries.ts';
import { type SettingsDraft, settingsDraftOf, settingsOf } from './settings-draft.ts';

interface SettingsSave {
  readonly evaluation: Evaluation;
  /** The version the draft started from. */
  readonly base: Versioned<EvaluationSettings>;
  readonly draft: SettingsDraft;
}

export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** Another user changed settings meanwhile; the editor must choose. */
  | { readonly kind: 'conflict'; readonly newest: Versioned<EvaluationSettings> };

/** Sends all settings; unchanged ones have no effect. */
export async function saveSettings(save: SettingsSave): Promise<SaveOutcome> {
  try {
    await write(save);
    return { kind: 'saved' };
  } catch (error) {
    if (!isRevisionConflict(error)) throw error;
  }
  const newest = await fetchNewestSettings(save.evaluation.id);
  const stored = JSON.stringify(draftOf(newest));
  // New judgements change the version too, but not the settings.
  const isUnchanged = stored === JSON.stringify(draftOf(save.base));
  // An earlier attempt saved the draft, but its answer was lost.
  const isSaved = stored === JSON.stringify(save.draft);
  return isUnchanged || isSaved
    ? saveSettings({ ...save, base: newest })
    : { kind: 'conflict', newest };
}

export function fetchNewestSettings(evaluationId: string) {
  return queryClient.fetchQuery({ ...settingsQuery(evaluationId), staleTime: 0 });
}

async function write({ evaluation, base, draft }: SettingsSave): Promise<void> {
  const variantCount = evaluation.variant_ids.length;
  const { criteria = [], ...rest } = settingsOf(draft, variantCount);
  const before = settingsOf(draftOf(base), variantCount);
  // A draft drops criterion fields that only the API sets, so unchanged criteria are not sent.
  const areChanged = JSON.stringify(criteria) !== JSON.stringify(before.criteria);
  await client.updateEvaluationSettings({
    parameters: { evaluation_id: evaluation.id },
    body: { evaluation_type: draft.type, ...rest, ...(areChanged ? { criteria } : {}) },
    ifMatch: base.etag,
  });
}

function draftOf({ value }: Versioned<EvaluationSettings>): SettingsDraft {
  return settingsDraftOf(value);
}
