import { evaluations } from './evaluations/strings-of-evaluations.ts';
import { planning } from './evaluations/strings-of-planning.ts';
import { judging } from './judging/strings-of-judging.ts';
import { outputs } from './outputs/strings-of-outputs.ts';
import { providers } from './outputs/strings-of-providers.ts';
import { results } from './results/strings-of-results.ts';
import { testsets } from './testsets/strings-of-testsets.ts';
import { parameterHints } from './variants/strings-of-parameters.ts';

/** All texts of the UI in one place, so that they can be translated. */
export const strings = {
  product: 'Jurybox',
  pageTitle: (title: string) => `${title} · Jurybox`,
  loading: 'Loading…',
  page: 'Page',
  justNow: 'just now',
  never: 'never',
  visibleText: 'Enter some text.',
  by: 'By',
  when: 'When',
  created: 'Created',
  message: 'Message',
  messageHint: 'Optional. What changed, and why.',
  revision: (number: number) => `Revision ${number}`,
  revisionLabel: 'Revision',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Select the text and copy it by hand.',
  undone: 'Undone.',
  offline: 'You are offline. Your input stays here and can be saved once you are online.',
  fieldName: (field: string) => {
    const words = field.replaceAll('_', ' ');
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  },

  numbers: {
    none: 'Enter a number, such as 12 or 2.5.',
    notWhole: 'Enter a whole number.',
    outside: (min: number | undefined, max: number | undefined) => {
      if (min === undefined) return `Enter a number of at most ${max}.`;
      return max === undefined
        ? `Enter a number of at least ${min}.`
        : `Enter a number from ${min} to ${max}.`;
    },
    offStep: (nearest: readonly number[]) => `Enter ${nearest.join(' or ')}.`,
    inField: (label: string, fault: string) => `${label}: ${fault}`,
  },

  actions: {
    title: 'Actions',
    add: 'Add',
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copyOf: (what: string) => `Copy: ${what}`,
    create: 'Create',
    delete: 'Delete',
    dismiss: 'Dismiss',
    done: 'Done',
    redo: 'Redo',
    reload: 'Reload',
    rename: 'Rename',
    retry: 'Try again',
    save: 'Save',
    showOlder: 'Show older',
    undo: 'Undo',
  },

  failures: {
    title: 'Something went wrong',
    pageTitle: 'This page could not be shown',
    unreachable:
      'Jurybox could not be reached. Check the connection and try again. Your input is kept.',
    unknown: 'Something unexpected happened. Try again.',
    defect: (requestId: string) =>
      `The server failed. Try again; if it fails again, report it with the request id ${requestId}.`,
    forbidden:
      'Your roles in this workspace do not allow that. Ask one of its owners for the role you need.',
    tooFast: 'Too many requests. Wait a minute and try again.',
    inUse: (users: string) =>
      users === ''
        ? 'Still in use. Remove what uses it first.'
        : `Still in use by ${users}. Remove that first.`,
    partMissing:
      'Part of this page could not be loaded: Jurybox was updated while it was open, or the connection was lost. Save your input, then reload.',
  },

  notFound: {
    title: 'Not found',
    heading: 'Nothing here',
    text: 'It may have been deleted, or it belongs to a workspace you are not a member of.',
    action: 'Go to your apps',
  },

  unsaved: {
    title: 'Leave without saving?',
    text: 'Your changes on this page are not saved and would be lost.',
    leave: 'Leave',
  },

  session: {
    endedTitle: 'Sign in again',
    endedFor: (name: string) =>
      `This browser is no longer signed in as you. Sign in again as ${name} to send your judgements; they are kept here until then.`,
    endedText:
      'Your session has ended. Sign in to continue; everything on this page stays as it is.',
  },

  shell: {
    skip: 'Skip to content',
    navigation: 'Navigation',
    breadcrumbs: 'Breadcrumbs',
    workspace: 'Workspace',
    workspaceOf: (organization: string, workspace: string) => `${organization} / ${workspace}`,
    apiDocs: 'API reference',
    themes: { system: 'Match system', light: 'Light', dark: 'Dark' },
  },

  palette: {
    title: 'Go to',
    open: 'Search',
    keys: /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘K' : 'Ctrl K',
    placeholder: 'App, variant or page…',
    results: 'Matches',
    nothing: 'No matches.',
  },

  account: {
    email: 'E-mail',
    username: 'Name',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    passwordRule: 'At least 12 characters; several words work well.',
    signIn: 'Sign in',
    signInTitle: 'Sign in to Jurybox',
    signOut: 'Sign out',
    setUp: 'Create owner',
    setupTitle: 'Create the first owner',
    setupText: 'The owner manages the installation and invites everyone else.',
    setupWaiting:
      'There is no account yet. Open the setup link that the server printed when it started; it contains the token that this page needs.',
    inviteTitle: 'Join a workspace',
    inviteText:
      'You were invited. Choose a name and a password. If you have an account already, sign in first and open the link again.',
    inviteAs: (name: string) => `You were invited. You are signed in as ${name}.`,
    inviteBroken: 'This link is incomplete. Copy all of it, or ask for a new one.',
    join: 'Join',
  },

  apps: {
    title: 'Apps',
    one: 'App',
    more: 'App actions',
    create: 'Create app',
    rename: 'Rename app',
    name: 'App name',
    nameHint: 'The LLM application whose variants you want to compare.',
    emptyTitle: 'Create your first app',
    emptyText:
      'An app is the LLM application you work on. It holds the variants you compare, the environments they run in and the test sets they are judged on.',
    emptyForViewers: 'There are no apps in this workspace yet. Ask an editor to create one.',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'Its variants, environments and test sets are deleted too. This cannot be undone.',
    deleted: (name: string) => `${name} was deleted.`,
  },

  bases: {
    create: 'Create base',
    edit: 'Edit base',
    more: (name: string) => `Actions for base ${name}`,
    deleteTitle: (name: string) => `Delete the base ${name}?`,
    deleteText: 'It has no variants left. This cannot be undone.',
    deleted: (name: string) => `The base ${name} was deleted.`,
    explained:
      'A base is the code behind variants: it turns parameters and inputs into an output. Its first variant is created with it.',
    called: (name: string) => `Base ${name}`,
    name: 'Base name',
    namePlaceholder: 'chat',
    uri: 'Address of the app (optional)',
    uriHint: 'Without an address, outputs are imported or generated by a model provider.',
    emptyTitle: 'Create a base to get your first variant',
    emptyText:
      'A base is the code behind an app. Variants are named configurations of it: a prompt, a model, any parameters.',
  },

  variants: {
    title: 'Variants',
    one: 'Variant',
    more: 'Variant actions',
    add: 'Add variant',
    name: 'Name',
    nameHint: 'Short, for what makes it different: concise, large model, few-shot.',
    startFrom: 'Start from the parameters of',
    startEmpty: 'nothing (empty parameters)',
    copiedFrom: ({ variant_name, revision }: { variant_name: string; revision: number }) =>
      `Copied from ${variant_name}, revision ${revision}`,
    atRevision: (name: string, revision: number) => `${name} · revision ${revision}`,
    subtitle: (base: string, revision: number) => `Base ${base} · revision ${revision}`,
    parameters: 'All parameters',
    parametersAsJson: 'Parameters as JSON',
    hints: parameterHints,
    notJson: (reason: string) => `This is not a JSON object yet, so it cannot be saved: ${reason}.`,
    history: 'Revisions',
    revisionActions: (revision: number) => `Actions for revision ${revision}`,
    compare: 'Compare…',
    compareTitle: 'Compare',
    compareWithCurrent: 'Compare with current',
    deploy: 'Deploy…',
    deployTitle: (name: string, revision: number) => `Deploy ${name}, revision ${revision}`,
    restore: 'Restore',
    restored: (from: number) => `restored from ${from}`,
    restoredAs: (from: number, as: number) => `Revision ${from} was restored as revision ${as}.`,
    changedMeanwhile: (revision: number) =>
      `Nothing was changed: another person saved this variant first. You see it as it is now, at revision ${revision}.`,
    saveTitle: 'Save as a new revision',
    draft: 'Your version',
    saved: (revision: number) => `Saved as revision ${revision}.`,
    rename: 'Rename variant',
    configName: 'Config name',
    configNameHint: 'Running apps ask for it by this name.',
    fullName: 'Full name',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: (revisions: number) =>
      `Its ${revisions === 1 ? 'one revision is' : `${revisions} revisions are`} deleted too. This cannot be undone.`,
    deleted: (name: string) => `${name} was deleted.`,
  },

  diff: {
    left: 'Left side',
    right: 'Right side',
    same: 'Both are the same.',
  },

  conflict: {
    title: 'Another person saved first',
    text: 'Compare their version with yours, and choose. Nothing is saved until you press Save again.',
    rowsText: 'Choose which rows to keep. Nothing is saved until you press Save again.',
    field: 'Field',
    before: 'Before',
    saved: 'Saved by another person',
    theirs: (revision: number) => `Saved by another person (revision ${revision})`,
    mine: 'Your version',
    takeTheirs: 'Use theirs',
    keepMine: 'Keep mine',
  },

  environments: {
    title: 'Environments',
    one: 'Environment',
    nothing: 'nothing deployed',
    running: 'running',
    runs: (name: string, revision: number | null) => `${name} · r${revision ?? '?'}`,
    runningNow: (name: string, revision: number) => `Running now: ${name} · revision ${revision}`,
    firstDeploy: 'Nothing is deployed there yet, so there is nothing to compare with.',
    deployTo: (name: string) => `Deploy to ${name}`,
    nowRuns: (environment: string, variant: string, revision: number) =>
      `${environment} now runs ${variant}, revision ${revision}.`,
    historyOf: (name: string) => `History of ${name}`,
    emptyTitle: (name: string) => `Nothing has been deployed to ${name}`,
    emptyText: 'Open a variant and press Deploy. Running apps then fetch its parameters from here.',
    chooseVariant: 'Choose a variant',
    revert: 'Revert to this',
    revertOf: (revision: number) => `revert to ${revision}`,
    revertTitle: (environment: string, revision: number) =>
      `Revert ${environment} to its revision ${revision}?`,
    revertText: (environment: string, variant: string) =>
      `${environment} will run ${variant}. Running apps get it with their next request.`,
    reverted: (environment: string, variant: string) => `${environment} runs ${variant} again.`,
  },

  testsets,

  imports: {
    open: 'Import',
    title: 'Import a test set',
    fetch: 'From a URL',
    fetchText: 'The server fetches a JSON array of objects from a public https URL.',
    address: 'Address',
    file: 'File (CSV, JSON or JSONL)',
    format: 'Format',
    paste: 'Or paste from a spreadsheet',
    pasteHint: 'The first line names the columns.',
    preview: 'Preview',
    found: (rows: number, columns: number) =>
      `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}, ${columns} columns. Rename columns, or leave some out.`,
    keep: (column: string) => `Import the column ${column}`,
    nameOf: (column: string) => `Name for the column ${column}`,
    submit: 'Import',
    nothing: 'The file has no columns. The first line must name them.',
    noName: 'Every column needs a name.',
    sameName: (name: string) => `Two columns are called “${name}”. Give one of them another name.`,
    firstKept: (most: number) =>
      `A test set can have at most ${most} columns. The first ${most} are chosen; leave some of them out to take others.`,
    tooWide: (most: number) => `A test set can have at most ${most} columns. Leave some out.`,
    tooLong: (most: number) =>
      `A test set can have at most ${most.toLocaleString('en')} rows. Split the file.`,
    badLine: (line: number, reason: string) => `Line ${line}: ${reason}`,
    longRow: (row: number, cells: number, columns: number) =>
      `Row ${row} has ${cells} cells, the header ${columns}. Give every cell a column.`,
    notJson: (line: number, reason: string) => `Line ${line} is not valid JSON: ${reason}.`,
    noList: 'The JSON must be a list of objects, one for each row.',
    noObject: (row: number) => `Row ${row} is not an object with columns. Check that row.`,
  },

  evaluations,

  judging,
  planning,
  outputs,
  providers,

  results,

  settings: {
    title: 'Settings',
    profile: 'Profile',
    members: 'Members',
    keys: 'API keys',
    you: 'You',
    memberSince: 'Joined',
    password: 'Password',
    changePassword: 'Change password',
    passwordChanged: 'Password changed. Your other sessions have ended.',
    sessions: 'Sessions',
    started: 'Started',
    lastUsed: 'Last used',
    ends: 'Expires',
    thisSession: 'this session',
    endSession: 'End',
    endTitle: 'End this session?',
    endText: 'That browser has to sign in again. Unsaved changes stay on its screen.',
    sessionEnded: 'Session ended.',
  },

  members: {
    of: (workspace: string) => `Members of ${workspace}`,
    invite: 'Invite people',
    inviteText: 'Each person gets a link of their own. Send it to them.',
    emails: 'E-mail addresses',
    emailsHint: 'One or more, separated by spaces, commas or lines.',
    role: 'Role',
    roles: 'Roles',
    roleName: (role: string) => role.replaceAll('_', ' '),
    roleLine: (role: string, description: string) => `${role.replaceAll('_', ' ')}: ${description}`,
    makeLinks: 'Create links',
    linksTitle: 'Send these links',
    linksText: 'They are shown only once, work once and expire after 14 days.',
    pending: 'Pending invitations',
    newLink: 'Create a new link',
    newLinkFor: (email: string) => `Create a new link for ${email}`,
    actionsOf: (name: string) => `Actions for ${name}`,
    giveRole: (role: string) => `Add role: ${role}`,
    takeRole: (role: string) => `Remove role: ${role}`,
    given: (name: string, role: string) => `${name} is now ${role.replaceAll('_', ' ')}.`,
    taken: (name: string, role: string) => `${name} is no longer ${role.replaceAll('_', ' ')}.`,
    remove: 'Remove from workspace',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'They and their API keys lose access to this workspace at once. Their work stays.',
    removed: (name: string) => `${name} was removed.`,
  },

  keys: {
    one: 'Key',
    create: 'Create API key',
    explained: 'A key acts as you, inside one workspace.',
    days: 'Valid for (days)',
    daysHint: 'Leave empty for a key that never expires.',
    createdTitle: 'Your new API key',
    createdText: 'Copy it now. It is shown only once.',
    deleteTitle: (prefix: string) => `Delete the key ${prefix}…?`,
    deleteText: 'Programs that use it are refused from then on. This cannot be undone.',
    deleted: (prefix: string) => `The key ${prefix}… was deleted.`,
    emptyTitle: 'Create a key for your programs',
    emptyText: 'With a key, an app fetches its deployed config and a script creates variants.',
  },
} as const;
