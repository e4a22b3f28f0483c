import { firstFreeOf } from '../../domain/free-name.ts';
import type { Name } from '../../domain/names.ts';
import type { KnownName } from '../../storage/agenta/known-rows.ts';

/** Names that are taken in a workspace; the original may use one twice where names are unique here. */
export class KnownNames {
  readonly #byId = new Map<string, string>();
  readonly #keys = new Set<string>();

  constructor(names: readonly KnownName[]) {
    for (const { id, scope, key, name } of names) {
      this.#byId.set(id, name);
      this.#keys.add(`${scope} ${key}`);
    }
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** What something that is there already is called; undefined for what is not there. */
  nameOf(id: string): string | undefined {
    return this.#byId.get(id);
  }

  /** The name itself, or with a number behind it; from now on it is taken. */
  take(scope: string, text: string): Name {
    const name = firstFreeOf(text, ({ key }) => this.#keys.has(`${scope} ${key}`));
    this.#keys.add(`${scope} ${name.key}`);
    return name;
  }
}
