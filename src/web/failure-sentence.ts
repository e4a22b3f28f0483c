import { ApiError } from '../client/api-error.ts';
import { readableMessage, type ValidationIssue } from '../contract/validation.ts';
import { strings } from './strings.ts';

/** What went wrong and what to do next, as one or two sentences. */
export function failureSentence(error: unknown): string {
  if (error instanceof ApiError) return apiSentence(error);
  // `fetch` throws this when there is no answer; only the class is the same in all browsers.
  if (error instanceof TypeError) return strings.failures.unreachable;
  return error instanceof Error ? error.message : strings.failures.unknown;
}

function apiSentence(error: ApiError): string {
  if (error.issues.length > 0) return error.issues.map(issueSentence).join(' ');
  if (error.status === 500) return strings.failures.defect(error.requestId);
  if (error.code === 'in_use') return strings.failures.inUse(dependentsOf(error));
  return error.message;
}

function issueSentence(issue: ValidationIssue): string {
  const { loc } = issue;
  const message = readableMessage(issue);
  const names = loc.filter((part) => typeof part === 'string');
  const name = names.filter((part) => part !== 'body' && part !== 'query').at(-1);
  if (name === undefined) return `${message}.`;
  const index = loc.find((part) => typeof part === 'number');
  const field = strings.fieldName(name);
  return `${index === undefined ? field : strings.fieldOfEntry(field, index + 1)}: ${message}.`;
}

function dependentsOf(error: ApiError): string {
  const dependents: unknown = error.body['used_by'];
  if (!Array.isArray(dependents)) return '';
  const names = dependents.map(({ kind, name }: { kind?: unknown; name?: unknown }) =>
    [kind, name].filter((part) => typeof part === 'string').join(' '),
  );
  return names.join(', ');
}
