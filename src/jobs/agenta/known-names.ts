import { firstFreeOf } from '../../domain/free-name.ts';
import type { Name } from '../../domain/names.ts';
import type { KnownName } from '../../storage/agenta/known-rows.ts';

/** Names taken in a workspace. The original may use a name twice where names are unique here. */
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

  /** The name of an existing row, or undefined if there is none with this id. */
  nameOf(id: string): string | undefined {
    return this.#byId.get(id);
  }

  /** Reserves the name, or the name with a number if it is taken. */
  take(scope: string, text: string): Name {
    const name = firstFreeOf(text, ({ key }) => this.#keys.has(`${scope} ${key}`));
    this.#keys.add(`${scope} ${name.key}`);
    return name;
  }
}
