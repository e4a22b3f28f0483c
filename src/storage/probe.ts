import type { Engine } from './database.ts';
import { statement } from './statement.ts';

const TOUCH = statement("DELETE FROM instance_settings WHERE name = 'never written'", {});

const LIMIT_MS = 2_000;

/** Whether the database takes a write at this moment, or at least soon. */
export async function probe(engine: Engine): Promise<boolean> {
  const write = engine.transaction(async (tx) => {
    await tx.query(TOUCH, []);
  });
  const isWritten = write.then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LIMIT_MS);
  });
  const isFine = await Promise.race([isWritten, isLate]);
  clearTimeout(timer);
  return isFine;
}
