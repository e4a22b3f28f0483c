import pino from 'pino';

export interface LogDestination {
  write(line: string): void;
  flush(): void;
}

/** Standard error, written in blocks: a line a request must not cost a system call a request. */
export function openLogDestination(): LogDestination {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096 });
  setInterval(() => destination.flush(), 1_000).unref();
  return {
    write: (line) => destination.write(line),
    flush: () => destination.flushSync(),
  };
}
