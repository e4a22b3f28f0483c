import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openApiText } from '../scripts/openapi-text.ts';
import { ENDPOINTS } from '../src/contract/api.ts';
import { openApiDocument } from '../src/contract/openapi.ts';
import type { Examples } from '../src/contract/openapi-examples.ts';
import { exampleFaults } from './recorded/schema-faults.ts';

const ROOT = join(import.meta.dirname, '..');
const examples: Examples = JSON.parse(readFileSync(join(ROOT, 'docs/examples.json'), 'utf8'));
const committed = readFileSync(join(ROOT, 'openapi.json'), 'utf8');
const document: unknown = JSON.parse(committed);

describe('openapi.json', () => {
  test('is generated from the contract', () => {
    const generated = openApiText(openApiDocument(ENDPOINTS, examples));
    assert.ok(committed === generated, 'openapi.json has drifted: run "npm run openapi"');
  });

  test('is at most 300 kB', () => {
    assert.ok(Buffer.byteLength(committed) <= 300_000, `${committed.length} bytes`);
  });

  test('has a name for every object with more than two members', () => {
    const nameless: string[] = [];
    visit(document, '#', (value, place) => {
      const isNamed = /^#\/components\/schemas\/\w+$/.test(place);
      const { type, properties } = value as { type?: unknown; properties?: object };
      if (isNamed || type !== 'object' || properties === undefined) return;
      if (Object.keys(properties).length > 2) nameless.push(place);
    });
    assert.deepEqual(nameless, []);
  });

  test('refers by name to every body that is an object', () => {
    const inline: string[] = [];
    visit(document, '#', (value, place) => {
      const { schema } = value as { schema?: { properties?: unknown } };
      if (schema?.properties !== undefined) inline.push(place);
    });
    assert.deepEqual(inline, []);
  });

  test('describes every member of a problem', () => {
    const { properties } = componentSchema('Problem');
    for (const [name, property] of Object.entries(properties)) {
      const described = '$ref' in property ? componentSchema('ProblemCode') : property;
      assert.ok('description' in described, name);
    }
    for (const name of ['existing_id', 'used_by', 'permission', 'current_revision']) {
      assert.ok(name in properties, name);
    }
  });

  test('has no two paths that differ only in parameter names', () => {
    const { paths } = document as { paths: object };
    const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    assert.equal(new Set(shapes).size, shapes.length);
  });

  test('has a recorded example of every operation, valid against the contract', () => {
    for (const endpoint of ENDPOINTS) {
      const example = examples[endpoint.operationId];
      assert.ok(example !== undefined, `${endpoint.operationId}: run "npm run examples"`);
      assert.deepEqual(exampleFaults(endpoint, example), []);
      const hasResponse = endpoint.status === 204 || example.response !== undefined;
      assert.ok(hasResponse, endpoint.operationId);
    }
    const operations = new Set<string>(ENDPOINTS.map(({ operationId }) => operationId));
    assert.deepEqual(
      Object.keys(examples).filter((operationId) => !operations.has(operationId)),
      [],
    );
  });

  interface ComponentSchema {
    readonly properties: Readonly<Record<string, object>>;
  }

  function componentSchema(name: string): ComponentSchema {
    const { components } = document as {
      components: { schemas: Readonly<Record<string, ComponentSchema>> };
    };
    const schema = components.schemas[name];
    assert.ok(schema !== undefined, name);
    return schema;
  }
});

/** Calls back for every object of the document outside its examples. */
function visit(value: unknown, place: string, callBack: (value: object, place: string) => void) {
  if (typeof value !== 'object' || value === null) return;
  callBack(value, place);
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'example') visit(inner, `${place}/${key}`, callBack);
  }
}
