import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '../src/contract/api.ts';
import { openApiDocument } from '../src/contract/openapi.ts';

/** Writes `openapi.json` from the contract; a test fails when the committed file differs. */
const path = join(import.meta.dirname, '../openapi.json');
writeFileSync(path, `${JSON.stringify(openApiDocument(ENDPOINTS), null, 2)}\n`);
