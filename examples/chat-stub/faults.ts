import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

interface Call {
  readonly chat: ChatRequest;
  readonly body: string;
  /** 1 for the first request with this body. */
  readonly attempt: number;
  readonly failureRate: number;
  readonly seed: number;
}

type Fault = (response: ServerResponse) => void;

/** The fault of a call, if it has one. */
export function faultOf(call: Call): Fault | undefined {
  return faultOfModel(call) ?? (isUnlucky(call) ? failWith(500) : undefined);
}

const HUNDRED_MEGABYTES = 100_000_000;

/** Models that never work: `fail-429`, `hang` … The third request to `flaky-2` works. */
function faultOfModel({ chat: { model }, attempt }: Call): Fault | undefined {
  const [, status] = /^fail-(\d{3})$/.exec(model) ?? [];
  if (status !== undefined) return failWith(Number(status));
  const [, failures] = /^flaky-(\d+)$/.exec(model) ?? [];
  if (failures !== undefined) return attempt <= Number(failures) ? failWith(500) : undefined;
  return FAULTS.get(model);
}

const FAULTS: ReadonlyMap<string, Fault> = new Map(
  Object.entries<Fault>({
    hang: () => undefined,
    garbage: (response) => {
      response.end('<html>It works!</html>');
    },
    empty: (response) => {
      response.end();
    },
    'invalid-utf8': (response) => {
      const quote = Buffer.from('"');
      response.end(Buffer.concat([quote, Buffer.from([0xc3, 0x28, 0xff]), quote]));
    },
    'broken-off': (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"choices":', () => response.destroy());
    },
    redirect: (response) => {
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' });
      response.end();
    },
    huge: (response) => {
      const piece = Buffer.alloc(1_000_000, ' ');
      let left = HUNDRED_MEGABYTES / piece.length;
      const write = () => {
        if (response.destroyed) return;
        left -= 1;
        if (left === 0) response.end(piece);
        else if (response.write(piece)) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    },
  }),
);

function failWith(status: number): Fault {
  return (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 ? { 'retry-after': '1' } : {}),
    });
    response.end(JSON.stringify({ error: { message: `This model always answers ${status}.` } }));
  };
}

function isUnlucky({ body, attempt, failureRate, seed }: Call): boolean {
  const hash = createHash('sha256').update(`${seed} ${attempt} ${body}`).digest();
  return hash.readUInt32BE() / 2 ** 32 < failureRate;
}
