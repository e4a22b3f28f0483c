import { browserStorage } from '../browser-storage.ts';

const KEY = 'jurybox.recent';
const MAX_PATHS = 6;

/** Pages of one object: users reach lists and settings faster by name. */
const OBJECT = /^(\/evaluations\/[^/]+|\/apps\/[^/]+(\/(variants|testsets)\/[^/]+)?)/;

/** Remembers the object whose page was opened, newest first. Only addresses are kept, no names. */
export function rememberPath(path: string): void {
  const [object] = OBJECT.exec(path) ?? [];
  if (object === undefined) return;
  const others = recentPaths().filter((known) => known !== object);
  browserStorage.setItem(KEY, [object, ...others].slice(0, MAX_PATHS).join('\n'));
}

export function recentPaths(): readonly string[] {
  return (browserStorage.getItem(KEY) ?? '').split('\n').filter((path) => path !== '');
}
