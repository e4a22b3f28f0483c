import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '../src/contract/api.ts';
import { openApiDocument } from '../src/contract/openapi.ts';
import { openApiText } from './openapi-text.ts';

/**
 * Writes `openapi.json` from the contract and the recorded examples; a test fails if the committed
 * file differs.
 */
const root = join(import.meta.dirname, '..');
const examples = JSON.parse(readFileSync(join(root, 'docs/examples.json'), 'utf8'));
writeFileSync(join(root, 'openapi.json'), openApiText(openApiDocument(ENDPOINTS, examples)));
