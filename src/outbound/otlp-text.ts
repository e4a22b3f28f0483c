/** As OTLP numbers them (opentelemetry-proto, trace.proto). */
const KINDS = { server: 2, client: 3 } as const;
const FAILED = 2;

export type SpanKind = keyof typeof KINDS;

export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** By the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: string;
  readonly outcome: 'done' | 'failed';
}

/** A span in OTLP's JSON. Written at once: queued texts take less memory than queued objects. */
export function spanText(span: EndedSpan): string {
  const parent = span.parentId === undefined ? '' : `"parentSpanId":"${span.parentId}",`;
  const status = span.outcome === 'failed' ? `,"status":{"code":${FAILED}}` : '';
  return `{"traceId":"${span.traceId}","spanId":"${span.spanId}",${parent}"name":${JSON.stringify(span.name)},"kind":${KINDS[span.kind]},"startTimeUnixNano":"${nanoseconds(span.startedAt)}","endTimeUnixNano":"${nanoseconds(span.endedAt)}","attributes":${span.attributes}${status}}`;
}

export function attributeText(attributes: Readonly<Record<string, string | number>>): string {
  const items = Object.entries(attributes).map(([key, value]) =>
    typeof value === 'number'
      ? `{"key":"${key}","value":{"intValue":"${value}"}}`
      : `{"key":"${key}","value":{"stringValue":${JSON.stringify(value)}}}`,
  );
  return `[${items.join(',')}]`;
}

/** The body of a request to a collector. */
export function batchText(serviceName: string, spans: readonly string[]): string {
  const resource = attributeText({ 'service.name': serviceName });
  return `{"resourceSpans":[{"resource":{"attributes":${resource}},"scopeSpans":[{"scope":{"name":"jurybox"},"spans":[${spans.join(',')}]}]}]}`;
}

/** Random enough to distinguish traces; the ids protect nothing. */
export function hexId(length: 16 | 32): string {
  let id = '';
  while (id.length < length) {
    id += Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  }
  return id;
}

function nanoseconds(at: number): string {
  return `${Math.round((performance.timeOrigin + at) * 1000)}000`;
}
