import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints what is installed with the package as CycloneDX 1.5, the same bytes each time. `npm sbom --omit dev`
 * leaves out packages that development needs as well, such as `pg`.
 */
interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const root = join(import.meta.dirname, '..');
const { name, version, packages }: Lock = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, Locked>>;
}

const components = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && dev !== true)
  .map(([path, locked]) => componentOf(path.split('node_modules/').at(-1) ?? path, locked));

const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name, version, purl: purlOf(name, version) } },
  components,
};
console.log(JSON.stringify(document, null, 2));

function componentOf(packageName: string, locked: Locked) {
  const { version: locks = '', integrity = '', license, optional } = locked;
  const [algorithm = '', digest = ''] = integrity.split('-');
  return {
    type: 'library',
    name: packageName,
    version: locks,
    purl: purlOf(packageName, locks),
    scope: optional === true ? 'optional' : 'required',
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  };
}

function purlOf(packageName: string, of: string): string {
  return `pkg:npm/${packageName.replace('@', '%40')}@${of}`;
}
