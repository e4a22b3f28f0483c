import { isDeepStrictEqual } from 'node:util';
import { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { Example } from '../../src/contract/openapi-examples.ts';

/** Where a recorded call deviates from the contract. */
export function exampleFaults(endpoint: Endpoint, example: Example): readonly string[] {
  const { operationId, parameters, query, body, response, status } = endpoint;
  const parts = [
    { name: 'parameters', schema: parameters, value: example.parameters },
    { name: 'query', schema: query, value: example.query },
    { name: 'body', schema: body, value: example.body },
    { name: 'response', schema: status === 204 ? undefined : response, value: example.response },
  ];
  return parts.flatMap(({ name, schema, value }) =>
    faultsOf(schema, value).map((fault) => `${operationId} ${name}: ${fault}`),
  );
}

function faultsOf(schema: TSchema | undefined, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (schema === undefined) return ['is not in the contract'];
  const wrong = Value.Errors(schema, value).map(
    (error) => `${error.instancePath} ${error.message}`,
  );
  const known = Value.Clean(schema, structuredClone(value));
  return isDeepStrictEqual(known, value) ? wrong : [...wrong, 'has members it does not declare'];
}
