import type { ProblemCode } from '../contract/problems.ts';
import type { ValidationIssue } from '../contract/validation.ts';

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The service answered, but not with success. */
export class ApiError extends Error {
  readonly status: number;
  /** Absent for 422, which has `issues`. */
  readonly code: ProblemCode | undefined;
  readonly issues: readonly ValidationIssue[];
  readonly requestId: string;
  /** The whole answer, with the members of its problem. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor({ status, headers, body }: Refusal) {
    const document = toDocument(body);
    const { detail, code } = document;
    super(typeof detail === 'string' ? detail : `The request was refused with ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code as ProblemCode | undefined; // The contract has no other codes.
    this.issues = Array.isArray(detail) ? detail : [];
    this.requestId = headers.get('x-request-id') ?? '';
    this.body = document;
  }
}

/** The answer is not from this service: a proxy or another program answered. */
export class UnexpectedAnswer extends Error {
  constructor(mediaType: string, options?: ErrorOptions) {
    super(`The answer is not what the API sends (${mediaType || 'no media type'}).`, options);
    this.name = 'UnexpectedAnswer';
  }
}

/** The request was not sent, because a path parameter is empty or unusable. */
export class UnusableParameter extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableParameter';
  }
}

function toDocument(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
