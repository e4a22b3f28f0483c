import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeJourney } from '../test/recorded/journey.ts';
import { stableExamples } from '../test/recorded/stable-examples.ts';

/** Calls every operation of a server, and records the calls as the examples of `openapi.json`. */
const examples = stableExamples(await makeJourney('sqlite'));
const path = join(import.meta.dirname, '../docs/examples.json');
writeFileSync(path, `${JSON.stringify(examples, null, 2)}\n`);
