import type {
  EvaluationSettingsChange,
  EvaluationType,
  SettingChange,
} from '../../contract/evaluations/evaluation-settings.ts';
import { applySettings, type StoredSettings } from './evaluation-settings.ts';

/** Everything that people can set about how an evaluation is judged. */
export interface JudgingRules {
  readonly type: EvaluationType;
  readonly settings: StoredSettings;
  readonly judgementsPerTask: number;
  readonly guidelines: string;
}

/** The rules with what was sent in place of what was there; ids were looked up before. */
export function changeRules(
  current: JudgingRules,
  sent: Omit<EvaluationSettingsChange, 'annotator_ids'>,
  annotatorIds: readonly string[] | undefined,
): JudgingRules {
  return {
    type: sent.evaluation_type ?? current.type,
    settings: applySettings(current.settings, sent, annotatorIds),
    judgementsPerTask: sent.judgements_per_task ?? current.judgementsPerTask,
    guidelines: sent.guidelines ?? current.guidelines,
  };
}

/**
 * What a change would do: nothing, or something that judgements record or do not depend on, or
 * something that all judgements have to be made under alike.
 */
export function effectOf(
  current: JudgingRules,
  next: JudgingRules,
): 'none' | 'any time' | 'before judgements' {
  if (isSame(current, next)) return 'none';
  const { presentation, whoMayJudge, annotatorIds } = current.settings;
  const withoutOthers = {
    ...next,
    settings: { ...next.settings, presentation, whoMayJudge, annotatorIds },
    judgementsPerTask: isExtended(current, next)
      ? current.judgementsPerTask
      : next.judgementsPerTask,
    guidelines: current.guidelines,
  };
  const isAnyTime = isOnlyAnalysis(current, withoutOthers);
  return isAnyTime ? 'any time' : 'before judgements';
}

/** Whether the rules differ in nothing but how results are computed, which annotators never see. */
export function isOnlyAnalysis(current: JudgingRules, next: JudgingRules): boolean {
  const { zone, level, minimumSeconds, exclusionRules } = current.settings;
  const analysis = { zone, level, minimumSeconds, exclusionRules };
  return isSame(current, { ...next, settings: { ...next.settings, ...analysis } });
}

/** More judgements of every task: those that were made stay what they are. */
export function isExtended(
  current: Pick<JudgingRules, 'judgementsPerTask'>,
  next: Pick<JudgingRules, 'judgementsPerTask'>,
): boolean {
  return next.judgementsPerTask > current.judgementsPerTask;
}

/** One setting before and after a change, in the words of the contract. */
export type FieldChange = Pick<SettingChange, 'field' | 'before' | 'after'>;

/** What of a change is recorded once a judgement exists: its author may have seen results. */
export function recordedChanges(current: JudgingRules, next: JudgingRules): readonly FieldChange[] {
  const before = recordedSettings(current);
  const after = recordedSettings(next);
  return before.flatMap(([field, value], place) => {
    const changed = after[place]?.[1] ?? null;
    const isChanged = JSON.stringify(value) !== JSON.stringify(changed);
    return isChanged ? [{ field, before: value, after: changed }] : [];
  });
}

const EXTENSIONS: readonly FieldChange['field'][] = [
  'judgements_per_task',
  'scenario_count',
  'testset_revision',
];

/** Whether results are computed otherwise than was set before the first judgement. Changes: oldest first. */
export function isAnalysisChanged(changes: readonly FieldChange[]): boolean {
  const analysis = changes.filter(({ field }) => !EXTENSIONS.includes(field));
  const byField = [...Map.groupBy(analysis, ({ field }) => field).values()];
  return byField.some(
    (own) => JSON.stringify(own[0]?.before) !== JSON.stringify(own.at(-1)?.after),
  );
}

function recordedSettings({
  settings,
  judgementsPerTask,
}: JudgingRules): readonly (readonly [FieldChange['field'], FieldChange['before']])[] {
  return [
    ['zone', settings.zone],
    ['level', settings.level],
    ['minimum_seconds', settings.minimumSeconds],
    ['exclusion_rules', [...settings.exclusionRules]],
    ['judgements_per_task', judgementsPerTask],
  ];
}

/** Rules are always put together in one order of keys, so that equal ones have equal texts. */
function isSame(left: JudgingRules, right: JudgingRules): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
