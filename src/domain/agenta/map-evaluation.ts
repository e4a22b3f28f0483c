import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import { EVALUATION_TYPES } from '../../contract/evaluations/evaluation-settings.ts';
import { authorOf } from './author-of.ts';
import type { ImportedVariant, ImportedWorld, RevisionPlace } from './imported-world.ts';
import type { RowReader } from './row-reader.ts';

export interface MappedEvaluation {
  readonly id: string;
  readonly type: EvaluationType;
  readonly appId: string;
  readonly testset: EvaluationTestset;
  readonly variants: readonly EvaluatedVariant[];
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface EvaluatedVariant {
  readonly id: string;
  readonly name: string;
  readonly configName: string;
  readonly revision: RevisionPlace;
}

interface EvaluationTestset {
  readonly id: string;
  readonly revisionId: string;
  readonly name: string;
  /** Without rows: the original deleted the test set. */
  readonly isStandIn: boolean;
}

/** An evaluation with its variants in the order of their rows' ids. */
export function mapEvaluation(
  reader: RowReader,
  variantRows: readonly RowReader[],
  world: ImportedWorld,
): MappedEvaluation | undefined {
  const mapped = mapWhole(reader, variantRows, world);
  if (mapped !== undefined) return mapped;
  for (const row of variantRows) {
    if (!row.notes.some(({ effect }) => effect === 'left_out')) {
      row.leaveOut('orphan', 'its evaluation is not imported');
    }
  }
  return undefined;
}

function mapWhole(
  reader: RowReader,
  variantRows: readonly RowReader[],
  world: ImportedWorld,
): MappedEvaluation | undefined {
  const { id } = reader;
  if (id === undefined) return reader.leaveOut('broken_value', reader.shown('id'));
  const type = EVALUATION_TYPES.find((known) => known === reader.text('evaluation_type'));
  if (type === undefined) {
    return reader.leaveOut('unknown_value', `${reader.shown('evaluation_type')}, an unknown type`);
  }
  const variants = variantsOf(variantRows, world);
  const least = type === 'human_a_b_testing' ? 2 : 1;
  const appId = reader.reference('app_id') ?? variants[0]?.variant.appId;
  if (appId === undefined || !world.apps.has(appId)) {
    return reader.leaveOut('orphan', `${reader.shown('app_id')}, which is not an imported app`);
  }
  if (variants.length < least) {
    return reader.leaveOut('orphan', `${variants.length} of its variants remain, ${least} needed`);
  }
  const createdAt = reader.time('created_at', world.now);
  return {
    id,
    type,
    appId,
    testset: testsetOf(reader, { id, appId, world }),
    variants: variants.map(({ variant: { name, configName }, ...place }) => ({
      ...place,
      name,
      configName,
    })),
    createdBy: authorOf(reader, 'user_id', world),
    createdAt,
    updatedAt: reader.time('updated_at', createdAt),
  };
}

interface FoundVariant {
  readonly id: string;
  readonly revision: RevisionPlace;
  readonly variant: ImportedVariant;
}

function variantsOf(rows: readonly RowReader[], world: ImportedWorld): readonly FoundVariant[] {
  const found = new Map<string, FoundVariant>();
  for (const row of rows) {
    const id = row.reference('variant_id') ?? '';
    const variant = world.variants.get(id);
    if (variant === undefined) {
      row.leaveOut('orphan', `${row.shown('variant_id')}, which is not an imported variant`);
    } else if (found.has(id)) {
      row.leaveOut('duplicate', `the evaluation already has the variant ${id}`);
    } else {
      found.set(id, { id, variant, revision: pinnedRevision(row, variant) });
    }
  }
  return [...found.values()];
}

function pinnedRevision(row: RowReader, variant: ImportedVariant): RevisionPlace {
  const id = row.reference('variant_revision_id') ?? '';
  const number = variant.revisions.get(id);
  if (number !== undefined) return { id, number };
  const now = `now its latest, ${variant.head.number}`;
  row.change(
    'orphan',
    `${row.shown('variant_revision_id')}, not a revision of the variant: ${now}`,
  );
  return variant.head;
}

/** Scenarios have their own copies of the rows, so an evaluation outlives its test set. */
function testsetOf(
  reader: RowReader,
  { id, appId, world }: { id: string; appId: string; world: ImportedWorld },
): EvaluationTestset {
  const testsetId = reader.reference('testset_id') ?? '';
  const testset = world.testsets.get(testsetId);
  if (testset?.appId === appId) {
    const { name, revisionId } = testset;
    return { id: testsetId, revisionId, name, isStandIn: false };
  }
  reader.change('added', `${reader.shown('testset_id')}: an empty test set was made for it`);
  return {
    id: world.idFor(`test set of ${id}`),
    revisionId: world.idFor(`revision of the test set of ${id}`),
    name: `Deleted test set ${id.slice(0, 8)}`,
    isStandIn: true,
  };
}
