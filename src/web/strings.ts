import { evaluations } from './evaluations/strings-of-evaluations.ts';
import { issues } from './evaluations/strings-of-issues.ts';
import { overviews } from './evaluations/strings-of-overviews.ts';
import { planning } from './evaluations/strings-of-planning.ts';
import { start } from './evaluations/strings-of-start.ts';
import { guide } from './guide/strings-of-guide.ts';
import { audit } from './identity/strings-of-audit.ts';
import { keys, members } from './identity/strings-of-identity.ts';
import { judging } from './judging/strings-of-judging.ts';
import { counted, wholeNumber } from './localized.ts';
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
  revision: (number: number) => `Revision ${wholeNumber(number)}`,
  revisionLabel: 'Revision',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Select the text and copy it by hand.',
  undone: 'Undone.',
  offline: 'You are offline. Your input stays here and can be saved once you are online.',
  fieldName: (field: string) => {
    const words = field.replaceAll('_', ' ');
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  },
  /** A field of a list, such as a row's column. */
  fieldOfEntry: (field: string, entry: number) => `${field} (entry ${wholeNumber(entry)})`,

  /** Numbers appear as fields accept them, not localized. */
  numbers: {
    none: 'Enter a number, such as 12 or 2.5.',
    notWhole: 'Enter a whole number.',
    outside: (min: number | undefined, max: number | undefined) => {
      if (min === undefined) return `Enter a number of at most ${String(max)}.`;
      return max === undefined
        ? `Enter a number of at least ${String(min)}.`
        : `Enter a number from ${String(min)} to ${String(max)}.`;
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
    inUse: (users: string) =>
      users === ''
        ? 'Still in use. Remove what uses it first.'
        : `Still in use by ${users}. Remove that first.`,
    lostParts: 'A part of this page is missing.',
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
    leave: 'Leave this page',
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
    placeholder: 'Page, app, variant, test set, evaluation or action…',
    action: 'Action',
    recent: (kind: string) => `Recent ${kind.toLowerCase()}`,
    newEvaluation: (app: string) => `New evaluation: ${app}`,
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
    resetTitle: 'Choose a new password',
    resetText: 'Then sign in with it. Your other sessions end.',
    resetBroken: 'This link is incomplete. Copy all of it, or ask for a new one.',
    resetSave: 'Save password',
    resetDone: 'Password saved. Sign in with it.',
  },

  apps: {
    title: 'Apps',
    one: 'App',
    more: 'App actions',
    create: 'Create app',
    rename: 'Rename app',
    name: 'App name',
    nameHint: 'The LLM application whose variants you want to compare.',
    emptyTitle: 'No apps yet',
    emptyForViewers: 'There are no apps in this workspace yet. Ask an editor to create one.',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'Its variants, environments and test sets are deleted too. This cannot be undone.',
    deleted: (name: string) => `${name} was deleted.`,
  },

  start,

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
      `Copied from ${variant_name}, revision ${wholeNumber(revision)}`,
    atRevision: (name: string, revision: number) => `${name} · revision ${wholeNumber(revision)}`,
    subtitle: (base: string, revision: number) =>
      `Base ${base} · revision ${wholeNumber(revision)}`,
    parameters: 'All parameters',
    parametersAsJson: 'Parameters as JSON',
    hints: parameterHints,
    notJson: (reason: string) => `This is not a JSON object yet, so it cannot be saved: ${reason}.`,
    history: 'Revisions',
    revisionActions: (revision: number) => `Actions for revision ${wholeNumber(revision)}`,
    compare: 'Compare…',
    compareTitle: 'Compare',
    compareWithCurrent: 'Compare with current',
    deploy: 'Deploy…',
    deployTitle: (name: string, revision: number) =>
      `Deploy ${name}, revision ${wholeNumber(revision)}`,
    restore: 'Restore',
    restored: (from: number) => `restored from ${wholeNumber(from)}`,
    restoredAs: (from: number, as: number) =>
      `Revision ${wholeNumber(from)} was restored as revision ${wholeNumber(as)}.`,
    changedMeanwhile: (revision: number) =>
      `Nothing was changed: another person saved this variant first. You see it as it is now, at revision ${wholeNumber(revision)}.`,
    saveTitle: 'Save as a new revision',
    draft: 'Your version',
    saved: (revision: number) => `Saved as revision ${wholeNumber(revision)}.`,
    rename: 'Rename variant',
    configName: 'Config name',
    configNameHint: 'Running apps ask for it by this name.',
    fullName: 'Full name',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: (revisions: number) =>
      `Its ${revisions === 1 ? 'one revision is' : `${wholeNumber(revisions)} revisions are`} deleted too. This cannot be undone.`,
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
    theirs: (revision: number) => `Saved by another person (revision ${wholeNumber(revision)})`,
    mine: 'Your version',
    takeTheirs: 'Use theirs',
    keepMine: 'Keep mine',
  },

  environments: {
    title: 'Environments',
    one: 'Environment',
    nothing: 'nothing deployed',
    running: 'running',
    runs: (name: string, revision: number | null) =>
      `${name} · r${revision === null ? '?' : wholeNumber(revision)}`,
    runningNow: (name: string, revision: number) =>
      `Running now: ${name} · revision ${wholeNumber(revision)}`,
    firstDeploy: 'Nothing is deployed there yet, so there is nothing to compare with.',
    deployTo: (name: string) => `Deploy to ${name}`,
    nowRuns: (environment: string, variant: string, revision: number) =>
      `${environment} now runs ${variant}, revision ${wholeNumber(revision)}.`,
    historyOf: (name: string) => `History of ${name}`,
    emptyTitle: (name: string) => `Nothing has been deployed to ${name}`,
    emptyText: 'Open a variant and press Deploy. Running apps then fetch its parameters from here.',
    chooseVariant: 'Choose a variant',
    revert: 'Revert to this',
    revertOf: (revision: number) => `revert to ${wholeNumber(revision)}`,
    revertTitle: (environment: string, revision: number) =>
      `Revert ${environment} to its revision ${wholeNumber(revision)}?`,
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
    size: (rows: number, columns: number) =>
      `${counted(rows, { one: 'row', other: 'rows' })}, ${counted(columns, { one: 'column', other: 'columns' })}. Rename columns, or leave some out.`,
    keep: (column: string) => `Import the column ${column}`,
    nameOf: (column: string) => `Name for the column ${column}`,
    submit: 'Import',
    nothing: 'The file has no columns. The first line must name them.',
    noName: 'Every column needs a name.',
    sameName: (name: string) => `Two columns are called “${name}”. Give one of them another name.`,
    firstKept: (most: number) =>
      `A test set can have at most ${wholeNumber(most)} columns. The first ${wholeNumber(most)} are chosen; leave some of them out to take others.`,
    tooWide: (most: number) =>
      `A test set can have at most ${wholeNumber(most)} columns. Leave some out.`,
    tooLong: (most: number) =>
      `A test set can have at most ${wholeNumber(most)} rows. Split the file.`,
    badLine: (line: number, reason: string) => `Line ${wholeNumber(line)}: ${reason}`,
    longRow: (row: number, cells: number, columns: number) =>
      `Row ${wholeNumber(row)} has ${wholeNumber(cells)} cells, the header ${wholeNumber(columns)}. Give every cell a column.`,
    notJson: (line: number, reason: string) =>
      `Line ${wholeNumber(line)} is not valid JSON: ${reason}.`,
    noList: 'The JSON must be a list of objects, one for each row.',
    noObject: (row: number) =>
      `Row ${wholeNumber(row)} is not an object with columns. Check that row.`,
  },

  evaluations,
  guide,
  overviews,
  issues,

  judging,
  planning,
  outputs,
  providers,

  results,
  audit,

  settings: {
    title: 'Settings',
    partOf: (part: string) => `${part} · Settings`,
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

  members,
  keys,
} as const;
