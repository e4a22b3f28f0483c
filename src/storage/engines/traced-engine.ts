import type { Engine, Queryable } from '../database.ts';
import type { Statement } from '../statement.ts';

/** Called when a statement is sent; what it returns, when its answer is there or has failed. */
export type BeginStatement = (name: string) => (outcome: 'done' | 'failed') => void;

/** The same engine, whose statements are noted: for one request, which is what they are part of. */
export function tracedEngine(engine: Engine, begin: BeginStatement): Engine {
  return {
    ...engine,
    query: traced(engine, begin),
    transaction: (run) => engine.transaction((tx) => run({ ...tx, query: traced(tx, begin) })),
  };
}

function traced(db: Queryable, begin: BeginStatement): Queryable['query'] {
  return async (statement, parameters) => {
    const end = begin(nameOf(statement));
    try {
      const rows = await db.query(statement, parameters);
      end('done');
      return rows;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}

/** Without the digest at its end: what it does to which table. */
function nameOf({ name }: Statement): string {
  return name.replace(/_[\da-f]{8}$/, '');
}
