import type { Engine, Queryable } from '../database.ts';
import type { Statement } from '../statement.ts';

/** Called when a statement is sent; the returned function when it is answered or has failed. */
export type BeginStatement = (name: string) => (outcome: 'done' | 'failed') => void;

/** The engine for one traced request: reports each of its statements to `begin`. */
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

/** The verb and the table, without the digest. */
function nameOf({ name }: Statement): string {
  return name.replace(/_[\da-f]{8}$/, '');
}
