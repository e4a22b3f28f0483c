import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the web UI, in each encoding. */
export interface WebFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly br: Buffer | undefined;
}

/** Where `npm run build` writes the web UI. */
export const WEB_DIRECTORY = join(import.meta.dirname, '../../dist/web');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** All files of a built web UI by path, kept in memory so that no request ever opens a file. */
export function readWebFiles(directory: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>();
  for (const path of filesIn(directory)) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const file = join(directory, path);
    files.set(`/${path.replaceAll('\\', '/')}`, {
      type,
      plain: readFileSync(file),
      gzip: readIfPresent(`${file}.gz`),
      br: readIfPresent(`${file}.br`),
    });
  }
  return files;
}

/** Empty if the web UI was not built: the API works without it. */
function filesIn(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory, { encoding: 'utf8', recursive: true }) : [];
}

function readIfPresent(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest form of a file that the client accepts. */
export function chooseEncoding(file: WebFile, acceptEncoding: string): [Encoding, Buffer] {
  const accepted = acceptEncoding.split(',').map((item) => item.trim());
  const accepts = (name: string) =>
    accepted.some(
      (item) => item === name || (item.startsWith(`${name};`) && !/;q=0(\.0*)?$/.test(item)),
    );
  if (file.br !== undefined && accepts('br')) return ['br', file.br];
  if (file.gzip !== undefined && accepts('gzip')) return ['gzip', file.gzip];
  return ['identity', file.plain];
}
