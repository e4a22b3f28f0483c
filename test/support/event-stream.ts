import assert from 'node:assert/strict';

/** Only ends a test that would otherwise hang. */
const LIMIT_MS = 60_000;

export interface StreamedEvent {
  readonly event: string;
  readonly id: string;
  /** Parsed. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StreamRequest {
  readonly evaluationId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Server-sent events of one evaluation, read as they come. */
export class EventStream {
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #abort: AbortController;
  #unread = '';
  readonly response: Response;

  private constructor(response: Response, abort: AbortController) {
    assert.ok(response.body !== null);
    this.response = response;
    this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    this.#abort = abort;
  }

  static async open(
    { url }: { readonly url: string },
    { evaluationId, headers }: StreamRequest,
  ): Promise<EventStream> {
    const abort = new AbortController();
    const path = `/api/human-evaluations/${evaluationId}/events`;
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(LIMIT_MS)]);
    const response = await fetch(`${url}${path}`, { headers, signal });
    return new EventStream(response, abort);
  }

  /** The next block of lines, or undefined at the end of the stream. */
  async nextBlock(): Promise<string | undefined> {
    for (;;) {
      const end = this.#unread.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#unread.slice(0, end);
        this.#unread = this.#unread.slice(end + 2);
        return block;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#unread += value;
    }
  }

  /** The next event, or undefined at the end of the stream. */
  async next(): Promise<StreamedEvent | undefined> {
    for (;;) {
      const block = await this.nextBlock();
      if (block === undefined) return undefined;
      const fields = new Map(block.split('\n').map((line) => splitOnce(line)));
      const data = fields.get('data');
      if (data === undefined) continue;
      return {
        event: fields.get('event') ?? '',
        id: fields.get('id') ?? '',
        data: JSON.parse(data),
      };
    }
  }

  /** Reads events until one matches, and returns it. */
  async until(matches: (event: StreamedEvent) => boolean): Promise<StreamedEvent> {
    for (;;) {
      const event = await this.next();
      assert.ok(event !== undefined, 'The stream ended.');
      if (matches(event)) return event;
    }
  }

  /** Reads until the server ends the stream. */
  async end(): Promise<void> {
    while ((await this.nextBlock()) !== undefined);
  }

  /** Aborts the request, as a closed browser does. */
  close(): void {
    this.#abort.abort();
  }
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}
