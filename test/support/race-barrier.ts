import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  /** Left out where no credential is needed. */
  readonly apiKey?: string;
  readonly body: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** An open connection that can hold a request back just before its last byte. */
export class ParkedConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #lastByte: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    // A reset shows as a close without an answer.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  static async open(url: string): Promise<ParkedConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    return new ParkedConnection(socket);
  }

  /** Sends all of a request but its last byte. */
  async park(request: RawRequest): Promise<void> {
    const { localPort, remoteAddress, remotePort } = this.#socket;
    if (localPort === undefined) throw new Error('The connection is closed.');
    const body = JSON.stringify(request.body);
    const bytes = Buffer.from(
      [
        `${request.method} ${request.path} HTTP/1.1`,
        `host: ${remoteAddress}:${remotePort}`,
        ...(request.apiKey === undefined ? [] : [`authorization: ${request.apiKey}`]),
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    this.#lastByte = bytes.subarray(-1);
    await new Promise<void>((resolve, reject) => {
      this.#socket.write(bytes.subarray(0, -1), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Sends the last byte at once, then waits for the answer. */
  async release(): Promise<RawAnswer> {
    this.#socket.write(this.#lastByte);
    for (;;) {
      const answer = this.#readAnswer();
      if (answer !== undefined) return answer;
      if (this.#isClosed) throw new Error('The connection was closed without an answer.');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #readAnswer(): RawAnswer | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const head = this.#received.subarray(0, headEnd).toString('latin1');
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return undefined;
    const body = this.#received.subarray(headEnd + 4, end).toString();
    this.#received = this.#received.subarray(end);
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
  }
}

/** Parks one request on each connection, then lets all of them go in the same tick. */
export async function releaseTogether(
  connections: readonly ParkedConnection[],
  requestFor: (index: number) => RawRequest,
): Promise<RawAnswer[]> {
  await Promise.all(connections.map((connection, index) => connection.park(requestFor(index))));
  return Promise.all(connections.map((connection) => connection.release()));
}
