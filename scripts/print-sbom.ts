import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints the package's dependencies as CycloneDX 1.5, always in the same bytes. `npm sbom --omit
 * dev` would leave out packages that development needs too, such as `pg`.
 */
interface LockedPackage {
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
  readonly packages: Readonly<Record<string, LockedPackage>>;
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

function componentOf(packageName: string, locked: LockedPackage) {
  const { version: packageVersion = '', integrity = '', license, optional } = locked;
  const [algorithm = '', digest = ''] = integrity.split('-');
  return {
    type: 'library',
    name: packageName,
    version: packageVersion,
    purl: purlOf(packageName, packageVersion),
    scope: optional === true ? 'optional' : 'required',
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  };
}

function purlOf(packageName: string, packageVersion: string): string {
  return `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`;
}
