/** A file cannot be read because of this line, 1-based; the message says why. */
export class FileFault extends Error {
  readonly line: number;

  constructor(reason: string, line: number) {
    super(reason);
    this.name = 'FileFault';
    this.line = line;
  }
}
