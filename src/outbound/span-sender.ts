import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { batchText } from './otlp-text.ts';

export interface TracingSettings {
  /** The collector, without the path for traces. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** About 2 MB of spans. */
const MOST_WAITING = 4_096;
const MOST_AT_ONCE = 512;
const SEND_EVERY_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** After a collector failed. */
const PAUSE_MS = 10_000;
const CLOSING_MS = 2_000;

/**
 * Sends spans to the operator's collector, one batch after the other, and drops those that cannot
 * be sent. The address is the operator's setting and often on this machine, so the rules for
 * addresses that users enter do not apply.
 */
export class SpanSender {
  readonly #settings: TracingSettings;
  readonly #url: string;
  readonly #timer: NodeJS.Timeout;
  #waiting: string[] = [];
  #sending: Promise<void> | undefined;
  #pausedUntil = 0;
  #sent = 0;
  #dropped = 0;

  constructor(settings: TracingSettings) {
    this.#settings = settings;
    this.#url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
    this.#timer = setInterval(() => this.#wake(), SEND_EVERY_MS).unref();
  }

  get hasRoom(): boolean {
    return this.#waiting.length < MOST_WAITING;
  }

  get figures(): { readonly sent: number; readonly dropped: number } {
    return { sent: this.#sent, dropped: this.#dropped };
  }

  add(span: string): void {
    if (this.hasRoom) this.#waiting.push(span);
    else this.#dropped += 1;
    if (this.#waiting.length === MOST_AT_ONCE) this.#wake();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#wake();
    await Promise.race([this.#sending, wait(CLOSING_MS, undefined, { ref: false })]);
  }

  #wake(): void {
    if (this.#sending !== undefined || this.#waiting.length === 0) return;
    if (performance.now() < this.#pausedUntil) return;
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, MOST_AT_ONCE);
      this.#waiting = this.#waiting.slice(MOST_AT_ONCE);
      if (await this.#send(batch)) {
        this.#sent += batch.length;
        continue;
      }
      this.#dropped += batch.length;
      this.#pausedUntil = performance.now() + PAUSE_MS;
      return;
    }
  }

  async #send(batch: readonly string[]): Promise<boolean> {
    const { headers, serviceName } = this.#settings;
    try {
      const response = await request(this.#url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: batchText(serviceName, batch),
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body.dump();
      return response.statusCode < 300;
    } catch {
      return false;
    }
  }
}
