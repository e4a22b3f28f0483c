import type { Endpoint } from '../contract/endpoint.ts';

/** The methods that each path serves, for answers to other methods. */
export class RouteTable {
  readonly #routes: readonly { readonly pattern: RegExp; readonly method: string }[];

  constructor(endpoints: readonly Endpoint[]) {
    this.#routes = endpoints.map(({ path, method, atRoot }) => ({
      pattern: toPattern(path, atRoot === true ? '(?:/api)?' : '/api'),
      method,
    }));
  }

  /** The value of `Allow`, or undefined if no route has this path. */
  allowed(path: string): string | undefined {
    const methods = this.#routes
      .filter(({ pattern }) => pattern.test(path))
      .map(({ method }) => method);
    if (methods.length === 0) return undefined;
    const all = new Set([...methods, 'OPTIONS']);
    if (all.has('GET')) all.add('HEAD');
    return [...all].sort().join(', ');
  }
}

function toPattern(path: string, prefix: string): RegExp {
  const escaped = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${prefix}${escaped}/?$`);
}
