import type { ProblemMembers } from './problem-members.ts';

/**
 * Every error answer other than 422. The table is closed: the wire contract names exactly these
 * codes.
 */
export const PROBLEMS = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    help: 'The request could not be read: malformed HTTP, multipart or percent-encoding, or two credentials at once.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    help: 'The cursor was altered, has expired, or belongs to a list with other filters. Start again without a cursor.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Invalid idempotency key',
    help: 'Send 1 to 255 visible ASCII characters in Idempotency-Key.',
  },
  columns_mismatch: {
    status: 400,
    title: 'Columns missing in the test set',
    help: 'Each input must be a column of every row. `missing` lists where it is not.',
  },
  invalid_import: {
    status: 400,
    title: 'Import not readable',
    help: 'The uploaded or fetched data could not be read. See `reason` and `line`.',
  },
  import_failed: {
    status: 400,
    title: 'Import failed',
    help: 'The address could not be fetched. Check that it is public and answers with status 200.',
  },
  reset_link_invalid: {
    status: 400,
    title: 'Link not valid',
    help: 'The link for a new password is unknown, used or expired. Ask an owner for a new one.',
  },
  invitation_invalid: {
    status: 400,
    title: 'Invitation not valid',
    help: 'The invitation is unknown, used, expired or revoked. Ask for a new one.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    help: 'Send an API key in Authorization, or sign in.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    help: 'Your roles in this workspace lack the named permission, or your key a scope. Ask an owner, or create another key.',
  },
  csrf_rejected: {
    status: 403,
    title: 'Request from another site refused',
    help: 'Calls with a session cookie must come from the pages of this service.',
  },
  route_not_found: { status: 404, title: 'No such route', help: 'See /api/docs for all routes.' },
  app_not_found: notFound('app'),
  base_not_found: notFound('base'),
  variant_not_found: notFound('variant'),
  revision_not_found: notFound('revision'),
  config_not_found: notFound('config'),
  environment_not_found: notFound('environment'),
  testset_not_found: notFound('test set'),
  evaluation_not_found: notFound('evaluation'),
  scenario_not_found: notFound('scenario'),
  annotator_not_found: notFound('annotator'),
  assignment_not_found: notFound('assignment'),
  issue_not_found: notFound('issue'),
  provider_not_found: notFound('provider'),
  key_not_found: notFound('key'),
  organization_not_found: notFound('organization'),
  workspace_not_found: notFound('workspace'),
  user_not_found: notFound('user'),
  nothing_deployed: {
    status: 404,
    title: 'Nothing deployed',
    help: 'The environment exists but holds nothing, or nothing of that base: deploy a variant first. Or the base has no URI: set one.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The Allow header lists the methods of this route.',
  },
  request_timeout: {
    status: 408,
    title: 'Request took too long',
    help: 'The request did not arrive in time. Send it again.',
  },
  app_name_taken: nameTaken('app'),
  base_name_taken: nameTaken('base'),
  variant_name_taken: nameTaken('variant'),
  config_name_taken: nameTaken('config'),
  testset_name_taken: nameTaken('test set'),
  provider_name_taken: nameTaken('provider'),
  in_use: {
    status: 409,
    title: 'Still in use',
    help: 'Something else depends on it. `used_by` lists what has to go first.',
  },
  invalid_transition: {
    status: 409,
    title: 'Status change not allowed',
    help: '`allowed` lists the statuses that can follow `current`.',
  },
  evaluation_closed: {
    status: 409,
    title: 'Evaluation closed',
    help: 'Reopen the evaluation, or move it out of the archive, to write into it.',
  },
  already_judged: {
    status: 409,
    title: 'Already judged',
    help: 'Judgements exist, so what they were made on cannot change any more.',
  },
  everybody_excluded: {
    status: 409,
    title: 'No annotator left',
    help: 'Results need the judgements of at least one annotator. Include another one first.',
  },
  generation_running: {
    status: 409,
    title: 'Already running',
    help: 'Outputs are being generated or are queued. Let the run end, or cancel it first.',
  },
  source_missing: {
    status: 409,
    title: 'No source for the outputs',
    help: 'The base of a variant has no URI. Give it one, choose a provider, or import the outputs.',
  },
  lease_expired: {
    status: 409,
    title: 'Task no longer yours',
    help: 'The lease ran out and others have judged the task, or its texts changed. Take the next task.',
  },
  already_member: {
    status: 409,
    title: 'Already a member',
    help: 'That person belongs to the workspace. Change their roles instead.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    help: 'A workspace keeps at least one owner. Make another member owner first.',
  },
  quota_exceeded: {
    status: 409,
    title: 'Quota reached',
    help: 'The organization has reached the named limit.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'First request still running',
    help: 'A request with this Idempotency-Key has not ended yet. Try again after Retry-After seconds.',
  },
  revision_conflict: {
    status: 412,
    title: 'Changed meanwhile',
    help: 'If-Match does not match: the object has changed. Read it again and repeat.',
  },
  payload_too_large: {
    status: 413,
    title: 'Too large',
    help: 'The body is larger than `limit`.',
  },
  uri_too_long: { status: 414, title: 'Address too long', help: 'Shorten the query.' },
  unsupported_media_type: {
    status: 415,
    title: 'Media type not supported',
    help: 'Send application/json in UTF-8.',
  },
  misdirected_host: {
    status: 421,
    title: 'Unknown host name',
    help: 'The Host header names a host that this service does not answer for. Set PUBLIC_URL.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match required',
    help: 'Read the object and send its ETag in If-Match.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait Retry-After seconds.',
  },
  headers_too_large: { status: 431, title: 'Headers too large', help: 'Send fewer headers.' },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'A defect of this service. Report it with the request id.',
  },
  unavailable: {
    status: 503,
    title: 'Not available',
    help: 'The service is stopping or its database is not reachable. Try again after Retry-After seconds.',
  },
  read_only: {
    status: 507,
    title: 'Storage almost full',
    help: 'Free disk space; writing resumes by itself. Reading goes on.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly help: string;
}

/** Codes any operation can answer, so endpoints do not repeat them. */
export const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'bad_request',
  'unauthenticated',
  'forbidden',
  'csrf_rejected',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'misdirected_host',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
];

/** Codes any writing operation can also answer. */
export const COMMON_WRITE_PROBLEMS: readonly ProblemCode[] = [
  'read_only',
  'quota_exceeded',
  'idempotency_key_invalid',
  'idempotency_key_in_use',
];

export interface ProblemOptions {
  /** Extra members of the problem document. */
  readonly members?: ProblemMembers;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the operator: callers never see it. */
  readonly cause?: unknown;
}

/** A failure with a documented answer. Anything else that is thrown is a defect. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly members: ProblemMembers;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options);
    this.name = 'Problem';
    this.code = code;
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

function notFound(kind: string): ProblemKind {
  const title = `${kind[0]?.toUpperCase()}${kind.slice(1)} not found`;
  return {
    status: 404,
    title,
    help: `No ${kind} with this id or name exists where you may look. Check the id and the workspace of your key.`,
  };
}

function nameTaken(kind: string): ProblemKind {
  const title = `${kind[0]?.toUpperCase()}${kind.slice(1)} name taken`;
  return {
    status: 409,
    title,
    help: `Another ${kind} has this name (case and width do not count). \`existing_id\` is its id.`,
  };
}
