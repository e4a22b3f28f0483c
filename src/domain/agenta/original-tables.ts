/**
 * The tables of an Agenta database and the columns that an import reads. It ignores those that
 * later releases added. Any column except `id` may be null.
 */
export const ORIGINAL_TABLES = {
  users: ['id', 'username', 'email', 'created_at', 'updated_at'],
  app_db: ['id', 'app_name', 'user_id', 'created_at', 'updated_at'],
  deployments: ['id', 'uri'],
  bases: ['id', 'app_id', 'base_name', 'deployment_id', 'created_at', 'updated_at'],
  app_variants: [
    'id',
    'app_id',
    'variant_name',
    'revision',
    'user_id',
    'modified_by_id',
    'base_name',
    'base_id',
    'config_name',
    'config_parameters',
    'created_at',
    'updated_at',
  ],
  app_variant_revisions: [
    'id',
    'variant_id',
    'revision',
    'modified_by_id',
    'config_name',
    'config_parameters',
    'created_at',
  ],
  environments: [
    'id',
    'app_id',
    'name',
    'user_id',
    'deployed_app_variant_id',
    'deployed_app_variant_revision_id',
    'created_at',
  ],
  environments_revisions: [
    'id',
    'environment_id',
    'revision',
    'modified_by_id',
    'deployed_app_variant_revision_id',
    'created_at',
  ],
  testsets: ['id', 'name', 'app_id', 'csvdata', 'user_id', 'created_at', 'updated_at'],
  human_evaluations: [
    'id',
    'app_id',
    'user_id',
    'status',
    'evaluation_type',
    'testset_id',
    'created_at',
    'updated_at',
  ],
  human_evaluation_variants: ['id', 'human_evaluation_id', 'variant_id', 'variant_revision_id'],
  human_evaluations_scenarios: [
    'id',
    'evaluation_id',
    'inputs',
    'outputs',
    'vote',
    'score',
    'correct_answer',
    'is_pinned',
    'note',
    'created_at',
    'updated_at',
  ],
} as const;

export type OriginalTable = keyof typeof ORIGINAL_TABLES;

// Object.keys loses the key type.
export const TABLE_NAMES = Object.keys(ORIGINAL_TABLES) as readonly OriginalTable[];
