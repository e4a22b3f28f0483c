import { strings } from './strings.ts';

/** A part of the UI did not come. What was typed is still on the page; only a reload brings the part. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super(strings.failures.partMissing, { cause });
    this.name = 'PartMissing';
  }
}

/** A part that is loaded when it is first needed: after an upgrade of the server, it may be gone. */
export function part<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PartMissing(cause);
    });
}
