import { defineEndpoint } from '../endpoint.ts';
import { Id, Reference, Timestamp } from '../fields.ts';
import { Named } from '../named.ts';
import { Type } from '../type.ts';
import { replacedCriteriaFaults, settingsChangeFaults } from './evaluation-faults.ts';
import {
  Criteria,
  EvaluationSettings,
  EvaluationSettingsChange,
  FullCriterion,
  SettingChange,
} from './evaluation-settings.ts';

const OneEvaluation = Type.Object({ evaluation_id: Reference });

export const evaluationSettingsEndpoints = [
  defineEndpoint({
    operationId: 'fetchEvaluationSettings',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/settings',
    summary: 'Fetch the settings of a human evaluation.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    response: EvaluationSettings,
    status: 200,
    problems: ['evaluation_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'updateEvaluationSettings',
    tag: 'Human evaluations',
    method: 'PATCH',
    path: '/human-evaluations/{evaluation_id}/settings',
    summary:
      'Change settings. Guidelines, presentation and annotators can change while the evaluation is open. So can zone, level, minimum_seconds, exclusion_rules and a larger judgements_per_task, which are recorded once a judgement exists. Other settings can change only before the first judgement.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    body: EvaluationSettingsChange,
    faults: settingsChangeFaults,
    response: EvaluationSettings,
    status: 200,
    problems: [
      'evaluation_not_found',
      'user_not_found',
      'precondition_required',
      'revision_conflict',
      'evaluation_closed',
      'already_judged',
    ],
    etag: true,
    ifMatch: 'required',
  }),
  defineEndpoint({
    operationId: 'listSettingChanges',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/setting-changes',
    summary:
      'List the extensions of a human evaluation, and the changes of its analysis after the first judgement, oldest first.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    response: Type.Array(SettingChange),
    status: 200,
    problems: ['evaluation_not_found'],
    reads: 'much',
  }),
  defineEndpoint({
    operationId: 'fetchCriteria',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/criteria',
    summary: 'Fetch the criteria of a human evaluation.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    response: Type.Array(FullCriterion),
    status: 200,
    problems: ['evaluation_not_found'],
    etag: true,
  }),
  defineEndpoint({
    operationId: 'replaceCriteria',
    tag: 'Human evaluations',
    method: 'PUT',
    path: '/human-evaluations/{evaluation_id}/criteria',
    summary: 'Replace the criteria of a human evaluation before its first judgement.',
    access: { kind: 'permission', permission: 'edit_evaluation' },
    parameters: OneEvaluation,
    body: Criteria,
    faults: replacedCriteriaFaults,
    response: Type.Array(FullCriterion),
    status: 200,
    problems: ['evaluation_not_found', 'revision_conflict', 'evaluation_closed', 'already_judged'],
    etag: true,
    ifMatch: 'optional',
  }),
  defineEndpoint({
    operationId: 'listGuidelines',
    tag: 'Human evaluations',
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}/guidelines',
    summary: 'List the versions of the guidelines, newest first.',
    access: { kind: 'permission', permission: 'view_evaluation' },
    parameters: OneEvaluation,
    response: Type.Array(
      Named('GuidelinesVersion', {
        version: Type.Integer({ minimum: 1 }),
        guidelines: Type.String(),
        created_by: Id,
        created_at: Timestamp,
      }),
    ),
    status: 200,
    problems: ['evaluation_not_found'],
  }),
] as const;
