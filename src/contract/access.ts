export const PERMISSIONS = [
  'read_system',
  'view_application',
  'edit_application',
  'create_application',
  'delete_application',
  'create_app_variant',
  'delete_app_variant',
  'modify_variant_configurations',
  'delete_application_variant',
  'view_app_environment_deployment',
  'edit_app_environment_deployment',
  'create_app_environment_deployment',
  'view_testset',
  'edit_testset',
  'create_testset',
  'delete_testset',
  'view_evaluation',
  'run_evaluations',
  'edit_evaluation',
  'create_evaluation',
  'delete_evaluation',
  'deploy_application',
  'view_workspace',
  'edit_workspace',
  'create_workspace',
  'delete_workspace',
  'modify_user_roles',
  'add_new_user_to_workspace',
  'edit_organization',
  'delete_organization',
  'add_new_user_to_organization',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Held through the ownership of an organization, not through a role in a workspace. */
const ORGANIZATION_PERMISSIONS: readonly Permission[] = [
  'edit_organization',
  'delete_organization',
  'add_new_user_to_organization',
  'create_workspace',
  'delete_workspace',
];

const VIEWER: readonly Permission[] = [
  'view_application',
  'view_app_environment_deployment',
  'view_testset',
  'view_evaluation',
  'view_workspace',
];

const EVALUATOR: readonly Permission[] = [...VIEWER, 'create_evaluation', 'run_evaluations'];

const DEPLOYMENT_MANAGER: readonly Permission[] = [
  ...VIEWER,
  'deploy_application',
  'create_app_environment_deployment',
  'edit_app_environment_deployment',
];

const EDITOR: readonly Permission[] = [
  ...EVALUATOR,
  'create_application',
  'edit_application',
  'create_app_variant',
  'modify_variant_configurations',
  'delete_application_variant',
  'delete_app_variant',
  'create_testset',
  'edit_testset',
  'edit_evaluation',
];

const WORKSPACE_ADMIN: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !ORGANIZATION_PERMISSIONS.includes(permission),
);

export const ROLES = {
  owner: {
    description: 'Everything in the workspace; may name other owners.',
    permissions: WORKSPACE_ADMIN,
  },
  viewer: { description: 'Reads everything, changes nothing.', permissions: VIEWER },
  editor: {
    description: 'Builds apps, variants, test sets and evaluations.',
    permissions: EDITOR,
  },
  evaluator: { description: 'Creates evaluations and judges.', permissions: EVALUATOR },
  workspace_admin: {
    description: 'Everything in the workspace except naming owners.',
    permissions: WORKSPACE_ADMIN,
  },
  deployment_manager: {
    description: 'Deploys revisions to environments and reverts them.',
    permissions: DEPLOYMENT_MANAGER,
  },
} as const satisfies Record<string, { description: string; permissions: readonly Permission[] }>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[]; // Object.keys loses the key type.

/** Who may call an endpoint; every endpoint declares exactly one of these. */
export type Access =
  /** No credential needed. */
  | { readonly kind: 'anyone' }
  /** Any signed-in user or key; what they see is their own. */
  | { readonly kind: 'signed-in' }
  /** The person themselves, signed in with a password; a key is not enough. */
  | { readonly kind: 'session' }
  /** The permission, in the workspace (or organization) that holds the object. */
  | { readonly kind: 'permission'; readonly permission: Permission };
