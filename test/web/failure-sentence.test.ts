import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/client/api-error.ts';
import { issues } from '../../src/contract/validation.ts';
import { failureSentence } from '../../src/web/failure-sentence.ts';

test('names the field and the entry of each issue, without words for programs', () => {
  const detail = [
    issues.valueError(['body', 'email'], 'this is not an e-mail address'),
    issues.missing(['body', 'rows', 2, 'question']),
  ];
  const error = new ApiError({ status: 422, body: { detail }, headers: new Headers() });
  assert.equal(
    failureSentence(error),
    'Email: this is not an e-mail address. Question (entry 3): Field required.',
  );
});
