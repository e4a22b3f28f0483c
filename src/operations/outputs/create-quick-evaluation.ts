import type { Permission } from '../../contract/access.ts';
import { QuickEvaluationFields } from '../../contract/outputs/quick-evaluations.ts';
import { columnsLeftOut } from '../../domain/evaluations/column-roles.ts';
import {
  applySettings,
  DEFAULT_SETTINGS,
  withPairsOf,
} from '../../domain/evaluations/evaluation-settings.ts';
import { formatOfFile } from '../../files/format-of-file.ts';
import { readFileRows } from '../../files/read-file-rows.ts';
import type { Standing } from '../../storage/callers.ts';
import type { Context, Operation } from '../context.ts';
import { designOf } from '../evaluations/parts/design-of.ts';
import { readFileFields } from '../testsets/parts/read-file-fields.ts';
import { stageRows } from '../testsets/parts/stage-rows.ts';
import { chooseWorkspace } from '../variants/parts/choose-workspace.ts';
import { chooseRoles, chooseType, readSentRoles } from './parts/choose-roles.ts';
import { publishQuickEvaluation } from './parts/publish-quick-evaluation.ts';
import { type QuickPlan, testsetRow } from './parts/quick-plan.ts';
import { rowsWithText, surveyTable } from './parts/survey-table.ts';

/** The permissions of the operations that this one combines. */
const PERMISSIONS: readonly Permission[] = [
  'create_application',
  'create_app_variant',
  'create_testset',
  'create_evaluation',
  'run_evaluations',
  'edit_evaluation',
];

/** One key press gives a score. */
const QUICK_SCALE = { score_min: 1, score_max: 5 } as const;

/**
 * Creates everything from the app to the queue of tasks out of one file. The file is read once to
 * check it; then its rows, scenarios and outputs are written unpublished, and one transaction
 * publishes all.
 */
export const createQuickEvaluation: Operation<'createQuickEvaluation'> = async (
  context,
  { upload },
) => {
  const fields = readFileFields<QuickEvaluationFields>(QuickEvaluationFields, upload);
  const sent = readSentRoles(fields.columns);
  const standing = await chooseWorkspace(context, fields);
  permitAll(context, standing);
  const form = { format: await formatOfFile(upload), delimiter: fields.delimiter };
  const readRows = () => rowsWithText(readFileRows(upload, form));
  const table = await surveyTable(readRows());
  const roles = chooseRoles(table, sent);
  const plan = planOf(fields, {
    standing,
    roles,
    leftOut: columnsLeftOut(table.columns, roles),
    readRows,
    fileName: upload.fileName ?? '',
  });
  return stageRows(context, standing, {
    read: async (stage) => {
      for await (const { row } of readRows()) await stage.add(testsetRow(row, roles));
    },
    publish: (staged) => publishQuickEvaluation(context, plan, staged),
  });
};

function permitAll({ gate }: Context, standing: Standing): void {
  for (const permission of PERMISSIONS) gate.permit(standing, permission);
}

function planOf(
  fields: QuickEvaluationFields,
  { roles, ...rest }: Pick<QuickPlan, 'standing' | 'roles' | 'leftOut' | 'readRows' | 'fileName'>,
): QuickPlan {
  const type = chooseType(roles, fields.evaluation_type);
  const requested = applySettings(
    DEFAULT_SETTINGS,
    { ...QUICK_SCALE, expected_column: roles.expected },
    undefined,
  );
  const design = designOf(type, roles.outputs.length, requested);
  return {
    ...rest,
    roles,
    type,
    design,
    settings: withPairsOf(design, requested),
    name: fields.name,
    judgementsPerTask: fields.judgements_per_task ?? 1,
    guidelines: fields.guidelines ?? '',
  };
}
