import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { ENGINES } from '../support/engine-names.ts';
import { makeJourney } from './journey.ts';
import { exampleFaults } from './schema-faults.ts';

describe('the journey that examples are recorded from', () => {
  for (const engine of ENGINES) {
    test(`calls every operation on ${engine}, with answers valid against the contract`, async () => {
      const { recorded } = await makeJourney(engine);
      for (const endpoint of ENDPOINTS) {
        const example = recorded.get(endpoint.operationId);
        assert.ok(example !== undefined, `${endpoint.operationId}: call it in test/recorded`);
        assert.deepEqual(exampleFaults(endpoint, example), []);
      }
    });
  }
});
