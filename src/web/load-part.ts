import { strings } from './strings.ts';

/** A part of the UI failed to load. Typed text stays on the page; only a reload gets the part. */
export class PartMissing extends Error {
  constructor(cause: unknown) {
    super(strings.failures.partMissing, { cause });
    this.name = 'PartMissing';
  }
}

/** Loads a part of the UI when it is first needed; after a server upgrade its file may be gone. */
export function part<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PartMissing(cause);
    });
}
