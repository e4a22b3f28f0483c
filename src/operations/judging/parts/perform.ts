import { ENDPOINTS, type Input, type OperationId, type Output } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Caller } from '../../../storage/callers.ts';
import type { Context, Operation, Reply } from '../../context.ts';
import { Gate } from '../../gate.ts';

/** Who calls an operation, and when. */
export interface Invocation {
  readonly caller: Caller;
  readonly now: number;
}

/** Calls an operation as its endpoint does, with the same checks, for another caller or at another time. */
export async function perform<Id extends OperationId>(
  context: Context,
  [id, operation]: readonly [Id, Operation<Id>],
  { caller, now, ...input }: Invocation & Partial<Input<Id>>,
): Promise<Reply<Output<Id>>> {
  const endpoints: readonly Endpoint[] = ENDPOINTS;
  const endpoint = endpoints.find(({ operationId }) => operationId === id);
  if (endpoint === undefined) throw new Error(`There is no operation ${id}.`);
  const gate = new Gate(endpoint.access, { guests: endpoint.guests });
  const called: Context = {
    ...context,
    caller,
    now,
    gate,
    preconditions: { ifMatch: undefined, ifNoneMatch: undefined },
    heldSessions: () => [],
    transaction: (run) => context.db.transaction(run),
    note: () => undefined,
  };
  const noInput = { parameters: undefined, query: undefined, body: undefined, upload: undefined };
  // Every endpoint gets undefined for a part of the input that it lacks.
  const reply = await operation(called, { ...noInput, ...input } as unknown as Input<Id>);
  if (!gate.isOpen) throw new Error(`${id} checked no permission.`);
  return reply;
}
