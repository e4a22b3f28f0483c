import { attributeText, type EndedSpan, hexId, type SpanKind, spanText } from './otlp-text.ts';
import { SpanSender, type TracingSettings } from './span-sender.ts';

/** One request that the service handles, and the statements and calls that it waits for. */
export interface RequestSpan {
  readonly statement: (name: string) => (outcome: 'done' | 'failed') => void;
  readonly call: BeginCall;
  readonly end: (status: number) => void;
}

/** Begins the span of a call to another host; the caller sends `traceparent` and calls `end`. */
export type BeginCall = (host: string) => {
  readonly traceparent: string;
  readonly end: (status: number | undefined) => void;
};

interface Parent {
  readonly traceId: string;
  readonly spanId: string;
}

/** W3C Trace Context: version, trace, span, flags. */
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const NOTHING = /^0+$/;
const SAMPLED = 1;
/**
 * A traced request costs up to a millisecond of processor time (benchmarks/README.md), so these
 * take about 1 % of one processor. More would say nothing new about a busy service.
 */
const MOST_A_SECOND = 10;
const SECOND_MS = 1_000;

/**
 * Makes spans and sends them to a collector (OTLP over HTTP, as JSON). Begins no trace while the
 * queue is full, so a collector that is slow or gone costs the service nothing.
 */
export class Tracer {
  readonly #sender: SpanSender;
  readonly #system: string;
  #secondBegan = Number.NEGATIVE_INFINITY;
  #begun = 0;

  constructor(settings: TracingSettings, engine: 'sqlite' | 'postgres') {
    this.#sender = new SpanSender(settings);
    this.#system = engine === 'postgres' ? 'postgresql' : 'sqlite';
  }

  get figures(): { readonly sent: number; readonly dropped: number } {
    return this.#sender.figures;
  }

  /** Undefined when the caller's flags decline, the queue is full or the rate is reached. */
  beginRequest(
    { name, method, route }: { name: string; method: string; route: string },
    traceparent: string | undefined,
  ): RequestSpan | undefined {
    const parent = parse(traceparent);
    if (parent === 'unwanted' || !this.#sender.hasRoom || !this.#mayBegin()) return undefined;
    const span = this.#begin(parent, name, 'server');
    return {
      statement: (statement) => {
        const part = this.#begin(span, statement, 'client');
        return (outcome) =>
          part.end({ 'db.system.name': this.#system, 'db.query.summary': statement }, outcome);
      },
      call: (host) => this.#beginCall(span, host),
      end: (status) =>
        span.end(
          {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          },
          status >= 500 ? 'failed' : 'done',
        ),
    };
  }

  /** For calls outside any request. */
  readonly beginCall: BeginCall = (host) => this.#beginCall(undefined, host);

  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void> {
    return this.#sender.close();
  }

  #mayBegin(): boolean {
    const now = performance.now();
    if (now - this.#secondBegan >= SECOND_MS) {
      this.#secondBegan = now;
      this.#begun = 0;
    }
    this.#begun += 1;
    return this.#begun <= MOST_A_SECOND;
  }

  #beginCall(parent: Parent | undefined, host: string): ReturnType<BeginCall> {
    const span = this.#begin(parent, `POST ${host}`, 'client');
    return {
      traceparent: `00-${span.traceId}-${span.spanId}-01`,
      end: (status) =>
        span.end(
          {
            'server.address': host,
            ...(status === undefined ? {} : { 'http.response.status_code': status }),
          },
          status !== undefined && status < 400 ? 'done' : 'failed',
        ),
    };
  }

  #begin(parent: Parent | undefined, name: string, kind: SpanKind) {
    const startedAt = performance.now();
    const traceId = parent?.traceId ?? hexId(32);
    const spanId = hexId(16);
    return {
      traceId,
      spanId,
      end: (attributes: Readonly<Record<string, string | number>>, outcome: EndedSpan['outcome']) =>
        this.#sender.add(
          spanText({
            traceId,
            spanId,
            parentId: parent?.spanId,
            name,
            kind,
            startedAt,
            endedAt: performance.now(),
            attributes: attributeText(attributes),
            outcome,
          }),
        ),
    };
  }
}

function parse(traceparent: string | undefined): Parent | 'unwanted' | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === '' || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED ? { traceId, spanId } : 'unwanted';
}
