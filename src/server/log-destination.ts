export interface LogDestination {
  write(line: string): void;
  flush(): void;
}

const BLOCK_LENGTH = 64 * 1024;
const FLUSH_EVERY_MS = 200;
/** A reader that stops, such as a stuck log shipper, must not fill the memory of the service. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

/** Standard error, written in blocks, so that a request's log line does not cost a system call. */
export function openLogDestination(): LogDestination {
  // Lines are dropped when the pipe has no reader or a slow one, or the log's disk is full.
  process.stderr.on('error', () => undefined);
  let pending = '';
  const flush = () => {
    if (pending === '') return;
    const block = pending;
    pending = '';
    if (process.stderr.writableLength < MOST_WAITING_BYTES) process.stderr.write(block);
  };
  setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    write: (line) => {
      pending += line;
      if (pending.length >= BLOCK_LENGTH) flush();
    },
    flush,
  };
}
