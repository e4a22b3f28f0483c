/** The groups of the API in the order in which the documentation shows them. */
export const TAGS = {
  Service: 'The process itself: probes, metrics and this description.',
  'Sign-in': 'First start, passwords, sessions and invitation links.',
  Profile: 'The name and e-mail of a user, or the name of a guest.',
  Keys: 'API keys, each for one workspace.',
  Organizations: 'Organizations, their workspaces and invitations to them.',
  Workspaces: 'Members of a workspace, their roles, and retention.',
  'Audit trail': 'Who wrote what in a workspace, when and from where.',
  Providers: 'Chat endpoints that variants can be run on.',
  Apps: 'LLM applications with their environments.',
  Bases: 'The code behind the variants of an app.',
  Variants: 'Named configurations of a base, and their revisions.',
  Configs: 'Parameters by name or by environment, for running apps.',
  Environments: 'Where a revision of a variant is deployed.',
  'Test sets': 'Named rows in numbered revisions.',
  'Human evaluations': 'Variants judged by people over a test set.',
  Scenarios: 'The rows of a human evaluation, with outputs and judgements.',
  Outputs: 'What variants return for scenarios: generated here, or imported.',
  Judging: 'Tasks, as an annotator sees them.',
  Judgements: 'What annotators answered.',
  Results: 'Counts, statistics, verdict and progress.',
  Planning: 'How many judgements a comparison needs.',
} as const;

export type Tag = keyof typeof TAGS;
