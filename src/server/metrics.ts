import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Counts of this process. Labels name operations, never tenants or their objects. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'jurybox_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: 'jurybox_http_request_seconds',
    help: 'Time from receiving a request to writing its answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  /** Looked up once: finding the series of some labels costs more than counting in it. */
  readonly #counters = new Map<string, Counter.Internal>();
  readonly #timers = new Map<string, Histogram.Internal<'operation'>>();

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  count(operation: string, status: number, milliseconds: number): void {
    const series = `${operation} ${status}`;
    let counter = this.#counters.get(series);
    if (counter === undefined) {
      counter = this.#requests.labels(operation, String(status));
      this.#counters.set(series, counter);
    }
    counter.inc();
    let timer = this.#timers.get(operation);
    if (timer === undefined) {
      timer = this.#seconds.labels(operation);
      this.#timers.set(operation, timer);
    }
    timer.observe(milliseconds / 1000);
  }

  print(): Promise<string> {
    return this.#registry.metrics();
  }
}
