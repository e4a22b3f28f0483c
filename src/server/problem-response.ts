import { PROBLEMS, Problem } from '../contract/problems.ts';
import { ValidationFailure } from '../contract/validation.ts';
import { type Answer, JSON_TYPE } from './answer.ts';

/** Formats every failure for the wire. */
export function problemResponse(error: Problem | ValidationFailure, requestId: string): Answer {
  if (error instanceof ValidationFailure) {
    return {
      status: 422,
      headers: { 'content-type': JSON_TYPE },
      body: JSON.stringify({ detail: error.issues }),
    };
  }
  const { code, status, message, members, headers } = error;
  // The original's web UI shows the first value of an error's body to people.
  const document = {
    detail: message,
    type: `urn:jurybox:problem:${code}`,
    title: PROBLEMS[code].title,
    status,
    code,
    request_id: requestId,
    ...members,
  };
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...defaultHeaders(error), ...headers },
    body: JSON.stringify(document),
  };
}

/** Undefined for a defect: anything thrown that is neither a problem nor a validation failure. */
export function toAnswerable(error: unknown): Problem | ValidationFailure | undefined {
  return error instanceof Problem || error instanceof ValidationFailure ? error : undefined;
}

export function internalProblem(): Problem {
  return new Problem(
    'internal',
    'Something went wrong on our side. Report it with the request id; trying again may help.',
  );
}

function defaultHeaders(error: Problem): Record<string, string> {
  if (error.code === 'unauthenticated') return { 'www-authenticate': 'ApiKey realm="jurybox"' };
  if (error.code === 'unavailable') return { 'retry-after': '2' };
  return {};
}
