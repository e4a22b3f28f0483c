import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { readConfiguration } from '../../src/server/configuration.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const PORT = 4600;

/** The variables that the product reads, noted while it reads them. */
function knownVariables(): ReadonlySet<string> {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfiguration({}, environment);
  return names;
}

const known = knownVariables();

/** Checks that the service accepts the configuration of a file. */
function accept(variables: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(variables)) assert.ok(known.has(name), name);
  readConfiguration({}, variables);
}

const atRoot = new Set<string>(
  ENDPOINTS.flatMap((endpoint) => ('atRoot' in endpoint ? [endpoint.path] : [])),
);

describe('deployment files', () => {
  test('the README names every variable', () => {
    for (const name of known) assert.ok(read('README.md').includes(`\`${name}\``), name);
  });

  test('Dockerfile: runs as an ordinary user on the product’s port, and probes an existing path', () => {
    const text = read('Dockerfile');
    const final = text.slice(text.lastIndexOf('\nFROM '));
    const [, settings = ''] = /^ENV (.*)$/m.exec(final) ?? [];
    const variables = Object.fromEntries(settings.split(' ').map((pair) => pair.split('=')));
    const { NODE_ENV: _, ...ours } = variables;
    accept({ ...ours, PUBLIC_URL: 'https://jurybox.example' });
    assert.equal(ours['PORT'], String(PORT));
    assert.match(final, /^USER node$/m);
    assert.match(final, new RegExp(`^EXPOSE ${PORT}$`, 'm'));
    assert.match(final, new RegExp(`^VOLUME ${ours['DATA_DIR']}$`, 'm'));
    const [, probe = ''] = /PORT \+ '(\/\w+)'/.exec(final) ?? [];
    assert.ok(atRoot.has(probe), probe);
    const [, major] = /^FROM node:(\d+)/m.exec(final) ?? [];
    assert.equal(major, read('.node-version').split('.')[0]);
    const { bin } = JSON.parse(read('package.json'));
    assert.ok(final.includes(`node_modules/jurybox/${bin.jurybox.replace('./', '')}`));
  });

  test('compose.yaml: the service starts with these settings, and its data outlives it', () => {
    const { services, volumes } = parse(read('compose.yaml'));
    const { environment, ports, volumes: mounts } = services.jurybox;
    const filled = Object.entries<string>(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{[^}]*\}/g, 'secret'),
    ]);
    const { PGPASSWORD: password, ...ours } = Object.fromEntries(filled);
    // Any password works, since it is not part of an address.
    assert.equal(password, 'secret');
    assert.doesNotMatch(ours['DATABASE_URL'] ?? '', /secret/);
    accept({ ...ours, HOST: '0.0.0.0' });
    assert.deepEqual(ports, [`127.0.0.1:${PORT}:${PORT}`]);
    assert.deepEqual(mounts, ['data:/data']);
    assert.deepEqual(Object.keys(volumes), ['data', 'database']);
    assert.ok(parseInt(services.jurybox.stop_grace_period, 10) > 27);
  });

  test('systemd: runs the command, and does not restart it after a usage error', () => {
    const text = read('deploy/systemd/jurybox.service');
    const variables = [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    accept(Object.fromEntries(variables));
    assert.match(text, /^ExecStart=\/usr\/bin\/env jurybox serve$/m);
    assert.match(text, /^RestartPreventExitStatus=2$/m);
    assert.match(text, /^StateDirectory=jurybox$/m);
    // The command may hand over to a child process, and passes signals on to it.
    assert.match(text, /^KillMode=mixed$/m);
  });

  test('Kubernetes: probes use paths that exist and a host that is accepted', () => {
    const [deployment, service] = parseAllDocuments(read('deploy/kubernetes/jurybox.yaml')).map(
      (document) => document.toJS(),
    );
    const { containers, terminationGracePeriodSeconds } = deployment.spec.template.spec;
    const [{ env, ports, startupProbe, livenessProbe, readinessProbe }] = containers;
    const pairs = env.map(({ name, value }: { name: string; value: string }) => [name, value]);
    accept({ ...Object.fromEntries(pairs), HOST: '0.0.0.0', DATABASE_URL: 'postgres://database' });
    assert.equal(ports[0].containerPort, PORT);
    assert.equal(service.spec.ports[0].targetPort, ports[0].name);
    assert.ok(terminationGracePeriodSeconds > 27);
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      assert.ok(atRoot.has(httpGet.path), httpGet.path);
      assert.deepEqual(httpGet.httpHeaders, [{ name: 'Host', value: 'localhost' }]);
    }
    assert.equal(livenessProbe.httpGet.path, '/livez');
    assert.equal(readinessProbe.httpGet.path, '/readyz');
  });

  test('timers: back up the installation of the service, and keep 14 backups', () => {
    const service = read('deploy/systemd/jurybox-backup.service');
    const timer = read('deploy/systemd/jurybox-backup.timer');
    const [, command = ''] = /^ExecStart=\/usr\/bin\/env jurybox (.*)$/m.exec(service) ?? [];
    const [, directory = ''] = /^Environment=DATA_DIR=(.*)$/m.exec(service) ?? [];
    assert.ok(read('deploy/systemd/jurybox.service').includes(`DATA_DIR=${directory}\n`));
    assert.match(timer, /^OnCalendar=\S+ \S+$/m);
    const [, job] = parseAllDocuments(read('deploy/kubernetes/backup.yaml')).map((document) =>
      document.toJS(),
    );
    const [container] = job.spec.jobTemplate.spec.template.spec.containers;
    const [deployment] = parseAllDocuments(read('deploy/kubernetes/jurybox.yaml'));
    assert.equal(container.image, deployment?.toJS().spec.template.spec.containers[0].image);
    assert.deepEqual(container.envFrom, [{ secretRef: { name: 'jurybox' } }]);
    for (const args of [command.split(' '), container.args]) {
      assert.deepEqual(args.toSpliced(1, 1), ['backup', '--keep', '14']);
    }
  });

  test('workflows: run scripts that exist, and every folder of tests', () => {
    const { scripts } = JSON.parse(read('package.json'));
    for (const file of ['test.yml', 'release.yml']) {
      const { jobs } = parse(read(`.github/workflows/${file}`));
      for (const { steps } of Object.values<{ steps: { run?: string }[] }>(jobs)) {
        for (const [, name = ''] of steps.flatMap(({ run = '' }) => [
          ...run.matchAll(/npm run ([\w:]+)/g),
        ])) {
          assert.ok(name in scripts, name);
        }
      }
    }
    const { files } = parse(read('.github/workflows/test.yml')).jobs.test.strategy.matrix;
    const all = files.join(' ');
    for (const folder of testFolders()) assert.ok(all.includes(folder), folder);
  });

  test('issue templates can be parsed', () => {
    for (const name of ['bug', 'idea']) {
      const { name: title, body } = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`));
      assert.ok(title.length > 0 && body.length > 0);
    }
  });
});

function testFolders(): ReadonlySet<string> {
  // The tests of Citus need a cluster: `npm run citus`.
  const files = globSync('test/!(citus)/**/*.test.ts', { cwd: root });
  return new Set(files.map((path) => path.split(/[\\/]/)[1] ?? ''));
}
