import { Problem } from '../../contract/problems.ts';
import type { Engine } from '../database.ts';
import { statement } from '../statement.ts';

/** Changes a row each time, so that every probe reaches the disk. */
const NOTE_PROBE = statement(
  `INSERT INTO instance_settings (name, value) VALUES ('probed', '1')
   ON CONFLICT (name) DO UPDATE
     SET value = CASE WHEN instance_settings.value = '1' THEN '2' ELSE '1' END`,
  {},
);

const LIMIT_MS = 2_000;
const LATE = 'The database did not accept a write within two seconds.';
const REFUSED = 'The database refuses a write; the log says why.';

/** Why the database accepts no write at the moment; undefined when it does. */
export function probe(
  engine: Engine,
  onError: (error: unknown) => void,
): Promise<string | undefined> {
  const write = engine.transaction(async (tx) => {
    await tx.query(NOTE_PROBE, []);
  });
  const refusal = write.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem) return error.message;
      onError(error);
      return REFUSED;
    },
  );
  return withinLimit(refusal, LATE);
}

/** The answer of a probe, or `late` when the database takes too long. */
export function withinLimit<Value>(answer: Promise<Value>, late: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(late), LIMIT_MS);
  });
  return Promise.race([answer, isLate]).finally(() => clearTimeout(timer));
}
