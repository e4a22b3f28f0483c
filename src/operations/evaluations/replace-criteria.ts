import { comparisonFaults } from '../../contract/evaluations/evaluation-faults.ts';
import { ValidationFailure } from '../../contract/validation.ts';
import { changeRules } from '../../domain/evaluations/judging-rules.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { findSettingsParts } from '../../storage/evaluations/evaluation-settings.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Operation } from '../context.ts';
import { bodyEtag, refuseOtherEtag } from '../preconditions.ts';
import { refuseLateChange, rulesOf, writeRules } from './parts/change-rules-of-evaluation.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';

export const replaceCriteria: Operation<'replaceCriteria'> = (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  return context.transaction(async (tx) => {
    const { evaluation } = await lockForEditing(context, tx, reference);
    const faults = evaluation.type === 'single_model_test' ? comparisonFaults(body, ['body']) : [];
    if (faults.length > 0) throw new ValidationFailure(faults);
    refuseOtherEtag(context.preconditions, bodyEtag(evaluation.settings.criteria));
    const parts = await findSettingsParts(tx, evaluation.standing.workspaceId, evaluation);
    const current = rulesOf(evaluation, parts);
    const next = changeRules(current, { criteria: body }, undefined);
    await refuseLateChange(tx, { evaluation, current, next });
    await writeRules(tx, { evaluation, current, next }, context.now);
    context.note(noteOf(changes(current.settings, next.settings, ['criteria'])));
    const criteria = [...next.settings.criteria];
    return { body: criteria, etag: bodyEtag(criteria) };
  });
};
