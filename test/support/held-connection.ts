import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that a test keeps open, and what it received. */
export class HeldConnection {
  readonly #socket: Socket;
  readonly closed: Promise<void>;
  #received = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve());
    });
    socket.on('data', (chunk) => {
      this.#received += chunk.toString();
    });
    // The test decides whether it should have ended.
    socket.on('error', () => undefined);
  }

  /** `localAddress` may be another loopback address, to come from another client address. */
  static async open(url: string, localAddress = '127.0.0.1'): Promise<HeldConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    const connection = new HeldConnection(socket);
    await Promise.race([once(socket, 'connect'), connection.closed]);
    return connection;
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  /** Sends the head of a request; the test sends the body. */
  sendHead(method: string, path: string, headers: Readonly<Record<string, string>>): void {
    const lines = Object.entries({ host: '127.0.0.1', ...headers });
    const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    this.send(`${method} ${path} HTTP/1.1\r\n${text}\r\n`);
  }

  get received(): string {
    return this.#received;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** The status of the first answer, once it arrives; 0 when the connection ends without one. */
  async status(): Promise<number> {
    while (!/\r\n\r\n/.test(this.#received) && this.isOpen) {
      await Promise.race([once(this.#socket, 'data').catch(() => undefined), this.closed]);
    }
    return Number(this.#received.split(' ')[1] ?? 0);
  }

  close(): void {
    this.#socket.destroy();
  }
}
