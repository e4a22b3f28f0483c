import { FileFault } from '../../files/file-fault.ts';
import { strings } from '../strings.ts';

/** The result of `read`; a fault in the file is thrown as a sentence with its line. */
export function nameLine<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new Error(strings.imports.badLine(error.line, error.message));
  }
}
