import { FileFault } from '../../files/file-fault.ts';
import { strings } from '../strings.ts';

/** What `read` makes of a file; a fault becomes a sentence that names its line. */
export function nameLine<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new Error(strings.imports.badLine(error.line, error.message));
  }
}
