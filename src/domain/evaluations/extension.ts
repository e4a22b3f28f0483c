import type { EvaluationExtension } from '../../contract/evaluations/evaluation-extension.ts';
import { issues, type ValidationIssue } from '../../contract/validation.ts';
import type { FieldChange } from './judging-rules.ts';

/** The parts of an evaluation that can be extended. */
export interface Extent {
  readonly judgementsPerTask: number;
  readonly scenarioCount: number;
  readonly testsetRevision: number;
}

/** Why an extension is refused: it is empty, adds nothing, or has rows without all inputs. */
export function extensionFaults(
  { judgementsPerTask, testsetRevision, inputs }: Extent & { readonly inputs: readonly string[] },
  sent: EvaluationExtension,
): readonly ValidationIssue[] {
  const { judgements_per_task, testset_revision, rows = [] } = sent;
  const faults: ValidationIssue[] = [];
  if (Object.keys(sent).length === 0) {
    const why = 'send judgements_per_task, testset_revision or rows to extend the evaluation by';
    faults.push(issues.valueError(['body'], why));
  }
  if (judgements_per_task !== undefined && judgements_per_task <= judgementsPerTask) {
    const why = `judgements per task are ${judgementsPerTask} already: ask for more`;
    faults.push(issues.valueError(['body', 'judgements_per_task'], why));
  }
  if (testset_revision !== undefined && testset_revision <= testsetRevision) {
    const why = `the scenarios come from revision ${testsetRevision} of the test set: name a later one`;
    faults.push(issues.valueError(['body', 'testset_revision'], why));
  }
  for (const [index, row] of rows.entries()) {
    const missing = inputs.filter((input) => !Object.hasOwn(row, input));
    faults.push(...missing.map((input) => issues.missing(['body', 'rows', index, input])));
  }
  return faults;
}

/** The changes that are recorded for an extension. */
export function extensionChanges(before: Extent, after: Extent): readonly FieldChange[] {
  const fields = [
    ['judgements_per_task', before.judgementsPerTask, after.judgementsPerTask],
    ['scenario_count', before.scenarioCount, after.scenarioCount],
    ['testset_revision', before.testsetRevision, after.testsetRevision],
  ] as const;
  return fields.flatMap(([field, from, to]) =>
    from === to ? [] : [{ field, before: from, after: to }],
  );
}
