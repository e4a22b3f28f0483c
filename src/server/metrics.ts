import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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

  /** Looking up a labelled counter costs more than counting. */
  readonly #counters = new Map<string, (seconds: number) => void>();

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  count(operation: string, status: number, milliseconds: number): void {
    const name = `${operation} ${status}`;
    let counter = this.#counters.get(name);
    if (counter === undefined) {
      const requests = this.#requests.labels(operation, String(status));
      const times = this.#seconds.labels(operation);
      counter = (seconds) => {
        requests.inc();
        times.observe(seconds);
      };
      this.#counters.set(name, counter);
    }
    counter(milliseconds / 1000);
  }

  print(): Promise<string> {
    return this.#registry.metrics();
  }
}
