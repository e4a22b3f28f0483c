import type { RequestSpan, Tracer } from '../outbound/tracer.ts';
import type { BeginStatement } from '../storage/engines/traced-engine.ts';

/** Records what a request waits for. */
export type RequestTrace = Omit<RequestSpan, 'statement'> & { readonly statement: BeginStatement };

export type RequestTracer = Pick<Tracer, 'beginRequest' | 'figures'>;
