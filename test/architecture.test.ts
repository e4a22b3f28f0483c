import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ENDPOINTS } from '../src/contract/api.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { type Import, parseSource, readSources, type SourceFile } from './support/source-files.ts';

const root = join(import.meta.dirname, '..');

const sources = readSources();
const production = sources.filter(({ path }) => !path.endsWith('.test.ts'));

/** What each room may import: other rooms, and packages from outside. */
const HOUSE: Record<string, { rooms: string[]; packages: RegExp }> = {
  contract: { rooms: [], packages: /^typebox$/ },
  statistics: { rooms: [], packages: /^$/ },
  domain: { rooms: ['contract', 'statistics'], packages: /^$/ },
  files: { rooms: ['contract', 'domain'], packages: /^node:/ },
  storage: { rooms: ['contract', 'domain'], packages: /^(pg|node:.*)$/ },
  outbound: { rooms: ['contract', 'domain'], packages: /^(undici|node:.*)$/ },
  compute: { rooms: ['contract', 'domain', 'storage'], packages: /^node:/ },
  operations: {
    rooms: ['contract', 'domain', 'files', 'storage', 'outbound', 'compute'],
    packages: /^node:/,
  },
  jobs: {
    rooms: ['contract', 'domain', 'storage', 'outbound', 'operations'],
    packages: /^node:/,
  },
  server: {
    rooms: ['contract', 'files', 'operations', 'jobs'],
    packages: /^(fastify|@fastify\/.*|pino|node:.*)$/,
  },
  client: { rooms: ['contract'], packages: /^$/ },
  'client-node': { rooms: ['client'], packages: /^node:/ },
  // In the published package the compiled program is in `build`.
  cli: {
    rooms: ['client', 'contract'],
    packages: /^(commander|node:.*|build\/cli\/main\.js)$/,
  },
  web: {
    rooms: ['client', 'contract'],
    packages:
      /^(react|react-dom(\/client)?|@tanstack\/react-(router|query|virtual)|@base-ui\/react\/.*|lucide-react|@codemirror\/.*|@lezer\/highlight|react-markdown|remark-gfm|d3-(scale|shape))$/,
  },
};

/** The product's areas, in order. In `operations` a folder imports only from earlier ones. */
const AREAS = [
  'identity',
  'variants',
  'testsets',
  'evaluations',
  'outputs',
  'judging',
  'results',
] as const;

/** Folders of a room besides the areas, for what belongs to the room as a whole. */
const OWN_FOLDERS: Record<string, readonly string[]> = {
  cli: ['operating'],
  contract: [],
  domain: ['agenta'],
  operations: ['system'],
  storage: ['agenta', 'backup', 'engines', 'inspection', 'migrations'],
  web: ['editor', 'guide', 'shell', 'styles', 'ui'],
};

/** Doors between rooms that only these files may use. */
const DOORS: Record<string, RegExp> = {
  'src/server/start.ts': /^src\/(storage|compute)\//,
  'src/server/mount-service.ts': /^src\/(storage|outbound|compute)\//,
  'src/server/configuration.ts': /^src\/outbound\/(allow-list|master-key)\.ts$/,
  'src/server/caller-shares.ts': /^src\/domain\/shares\.ts$/,
  'src/server/limit-connections.ts': /^src\/domain\/shares\.ts$/,
  // One CSV dialect, in the browser and on the server.
  'src/web/testsets/parse-table.ts': /^src\/files\/csv-reader\.ts$/,
  'src/web/testsets/decode-file.ts':
    /^src\/(files\/text-reader|domain\/testsets\/workbook-file)\.ts$/,
  'src/web/testsets/name-line.ts': /^src\/files\/file-fault\.ts$/,
  'src/web/results/download-csv.ts': /^src\/files\/(csv-lines|spreadsheet-cells)\.ts$/,
  // One rule guesses and checks column roles, in the browser and on the server.
  'src/web/evaluations/column-choice.ts': /^src\/domain\/evaluations\/(column|guess)-roles\.ts$/,
  'src/web/evaluations/read-table.ts': /^src\/domain\/evaluations\/guess-roles\.ts$/,
  // One rule reads prompts, before an evaluation is created and when outputs are generated.
  'src/web/outputs/names-in-prompts.ts': /^src\/domain\/outputs\/render-template\.ts$/,
  'src/web/outputs/source-fault.ts': /^src\/domain\/outputs\/compose-chat-call\.ts$/,
  // Results are worded in one place, for the web UI and everything else.
  'src/web/evaluations/strings-of-planning.ts': /^src\/domain\/results\/sentences\/wording\.ts$/,
  'src/web/results/BiasSection.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/CertaintyBar.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/ComputationSection.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/CriteriaTable.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/HistorySection.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/VerdictSection.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/estimate-numbers.ts': /^src\/domain\/results\/sentences\//,
  'src/web/results/plots/IntervalPlot.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/plots/SequencePlot.tsx': /^src\/domain\/results\/sentences\//,
  'src/web/results/score-unit.ts': /^src\/domain\/results\/sentences\//,
  'src/web/results/strings-of-results.ts': /^src\/domain\/results\/sentences\//,
  'src/web/results/variant-order.ts': /^src\/domain\/results\/sentences\//,
  'src/cli/results/draw-forest.ts': /^src\/domain\/results\/sentences\//,
  'src/cli/results/forests-of.ts': /^src\/domain\/results\/sentences\//,
  'src/cli/results/gate-rules.ts': /^src\/domain\/results\/sentences\//,
  'src/cli/results/load-results.ts': /^src\/domain\/results\/sentences\//,
  'src/cli/results/result-tables.ts': /^src\/domain\/results\/sentences\//,
  // One rule diffs two variants here and two revisions on the server.
  'src/cli/variants/diff-variants.ts': /^src\/domain\/variants\/diff-parameters\.ts$/,
  'src/cli/serve.ts': /^src\/server\/(start|configuration|log-destination)\.ts$/,
  'src/cli/operating/audit-commands.ts': /^src\/jobs\/audit-trails\.ts$/,
  'src/cli/operating/data-commands.ts': /^src\/jobs\/(backups|operating\/note-backup)\.ts$/,
  'src/cli/operating/upkeep-commands.ts':
    /^src\/(jobs\/(operating\/.*|upkeep)|outbound\/master-key)\.ts$/,
  'src/cli/operating/doctor.ts': /^src\/(jobs\/operating\/.*|server\/web-files)\.ts$/,
  'src/cli/operating/installation.ts': /^src\/(jobs\/backups|server\/configuration)\.ts$/,
  'src/cli/operating/import-agenta-command.ts': /^src\/jobs\/agenta\/import-agenta\.ts$/,
  // Exports of other programs are read like uploaded files.
  'src/jobs/agenta/read-exports.ts': /^src\/files\//,
};

describe('the house', () => {
  test('imports go only where the table allows', () => {
    for (const file of production) {
      const rule = HOUSE[file.room];
      assert.ok(rule, `${file.path} is in a folder that the table lacks`);
      for (const { target } of file.imports) {
        assert.ok(isAllowed(file, target), `${file.path} must not import ${target}`);
      }
    }
  });

  test('every door between rooms is used by the file it is for', () => {
    const unused = Object.entries(DOORS).filter(([path, door]) => {
      const file = production.find((one) => one.path === path);
      return file?.imports.some(({ target }) => door.test(target)) !== true;
    });
    assert.deepEqual(unused, []);
  });

  test('rooms contain only areas of the product and their own listed folders', () => {
    const areas: readonly string[] = AREAS;
    for (const { path, room } of sources) {
      const own = OWN_FOLDERS[room];
      const [, , folder = '', ...rest] = path.split('/');
      if (own === undefined || rest.length === 0) continue;
      assert.ok(areas.includes(folder) || own.includes(folder), path);
    }
  });

  test('no area of operations imports from a later one', () => {
    const placeOf = (path: string) =>
      AREAS.findIndex((area) => path.startsWith(`src/operations/${area}/`));
    for (const { path, imports } of production) {
      const place = placeOf(path);
      const isRoot = /^src\/operations\/[^/]+\.ts$/.test(path);
      if (place < 0 && !isRoot) continue;
      for (const { target } of imports) {
        assert.ok(placeOf(target) <= place, `${path} must not import ${target}`);
      }
    }
  });

  test('an area of operations contains its operations, and all else in parts', () => {
    const operations = new Set(ENDPOINTS.map(({ operationId }) => `${kebab(operationId)}.ts`));
    for (const { path } of production) {
      const [, room, area = '', name = ''] = path.split('/');
      if (room !== 'operations' || area === 'system' || name === '') continue;
      assert.ok(name === 'parts' || operations.has(name), path);
    }
  });

  test('storage takes only types from the domain', () => {
    for (const { path, imports } of production.filter(({ room }) => room === 'storage')) {
      for (const { target, values } of imports) {
        if (target.startsWith('src/domain/')) assert.deepEqual(values, [], `${path}: ${target}`);
      }
    }
  });

  for (const [target, why] of [
    ['node:http', '15 MB of fetch'],
    ['typebox', '373 files'],
  ] as const) {
    test(`only types come from ${target}, whose import also loads ${why}`, () => {
      const uses = production.flatMap(({ path, imports }) =>
        imports.filter((one) => one.target === target).map(({ values }) => ({ path, values })),
      );
      assert.ok(uses.length > 0);
      assert.deepEqual(
        uses.filter(({ values }) => values.length > 0),
        [],
      );
    });
  }

  test('there are no import cycles', () => {
    const graph = new Map(production.map(({ path, imports }) => [path, imports]));
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      assert.ok(!trail.includes(path), `cycle: ${[...trail, path].join(' → ')}`);
      if (done.has(path)) return;
      for (const { target } of graph.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
  });

  test('every file is reached from the command, the web UI or an entry point of the package', () => {
    const graph = new Map(
      production.map(({ path, imports }) => [path, imports.map(({ target }) => target)]),
    );
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const target of graph.get(path) ?? []) visit(target);
    };
    const entrances = [
      'src/cli/jurybox.js',
      'src/server/start.ts',
      'src/web/main.tsx',
      'src/web/service-worker.ts',
      'src/client-node/config-file.ts',
    ];
    for (const path of entrances) {
      assert.ok(graph.has(path), path);
      visit(path);
    }
    const unreached = [...graph.keys()].filter((path) => !reached.has(path));
    assert.deepEqual(unreached, []);
  });

  test('the web UI is rebuilt when any room that it imports from has changed', () => {
    const script = readFileSync(join(root, 'scripts/build-web.ts'), 'utf8');
    const [, watched = ''] = /'src\/\{([\w,]+)\}/.exec(script) ?? [];
    const used = production.flatMap(({ room, imports }) =>
      room === 'web' ? imports.map(({ target }) => target) : [],
    );
    const rooms = new Set(
      used.filter((path) => path.startsWith('src/')).map((path) => path.split('/')[1]),
    );
    assert.deepEqual(
      [...rooms].filter((room) => !watched.split(',').includes(`${room}`)),
      [],
    );
  });

  test('no file is longer than 400 lines', () => {
    for (const { path, text } of sources) {
      assert.ok(text.split('\n').length <= 401, path);
    }
  });

  test('file names are specific, in kebab-case, those of components in PascalCase', () => {
    const banned =
      /\/(utils?|helpers?|common|misc|shared|types|constants|lib|manager|service)\.\w+$/;
    for (const { path } of sources) {
      assert.ok(!banned.test(path), path);
      if (path.endsWith('.ts')) assert.match(path, /\/[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/);
      if (path.endsWith('.tsx')) assert.match(path, /\/([A-Z][A-Za-z]*|main|router)\.tsx$/);
    }
  });

  test('code never leaves the type system or evaluates text', () => {
    const forbidden =
      /:\s*any\b|\bas any\b|@ts-(ignore|expect-error)|\beval\(|new Function\(|\w!\.|\)!\.|\bTODO\b|\bFIXME\b/;
    for (const { path, text } of production) {
      const code = text.replaceAll(/'[^'\n]*'/g, "''");
      assert.doesNotMatch(code, forbidden, path);
    }
  });

  test('only the outbound room talks to other hosts', () => {
    for (const file of production) {
      if (file.room === 'outbound' || file.room === 'client') continue;
      // These two talk only to the server that the page came from.
      if (file.path === 'src/web/evaluations/follow-events.ts') continue;
      if (file.path === 'src/web/service-worker.ts') continue;
      assert.deepEqual(waysOut(file), [], file.path);
    }
  });

  test('every form of network access is detected', () => {
    const forms = [
      "import { request } from 'node:https';",
      "import https from 'node:https';",
      "import * as net from 'node:net';",
      "import { connect } from 'node:tls';",
      "import http from 'http';\nhttp.get('http://example.org');",
      "const undici = await import('undici');",
      "const name = 'undici';\nawait import(name);",
      "export { request } from 'undici';",
      "import { createRequire } from 'node:module';",
      'await fetch(address);',
      "globalThis['fetch'](address);",
      'const send = globalThis.fetch;',
      'new WebSocket(address);',
    ];
    for (const text of forms) {
      assert.notDeepEqual(waysOut(parseSource('src/operations/probe.ts', text)), [], text);
    }
    const harmless = "import { isIP } from 'node:net';\nimport type { Socket } from 'node:net';";
    assert.deepEqual(waysOut(parseSource('src/server/probe.ts', harmless)), []);
  });
});

describe('every endpoint', () => {
  const endpoints: readonly Endpoint[] = ENDPOINTS;
  const tests = new Map<string, string>();

  test('has a unique name and a unique route', () => {
    const names = endpoints.map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, names.length);
    const routes = endpoints.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    assert.equal(new Set(routes).size, routes.length);
  });

  test('has an operation in a file named after it', () => {
    const files = new Set(production.map(({ path }) => path.split('/').at(-1)));
    for (const { operationId, tag } of endpoints) {
      if (tag === 'Service') continue;
      assert.ok(files.has(`${kebab(operationId)}.ts`), operationId);
    }
  });

  test('has a block of API tests', async () => {
    for await (const path of glob('test/{api,security}/**/*.test.ts', { cwd: root })) {
      tests.set(path, readFileSync(join(root, path), 'utf8'));
    }
    const text = [...tests.values()].join('\n');
    for (const { operationId } of endpoints) {
      assert.ok(text.includes(`describe('${operationId}'`), `no tests of ${operationId}`);
    }
  });

  test('has each of its own problems tested', () => {
    const text = [...tests.values()].join('\n');
    for (const { operationId, problems } of endpoints) {
      const block = blockOf(text, operationId);
      for (const code of problems) {
        assert.ok(block.includes(`'${code}'`), `${operationId}: ${code} is not tested`);
      }
    }
  });
});

/** Exports of Node's network modules that reach no host. */
const HARMLESS = new Set(['STATUS_CODES', 'BlockList', 'isIP', 'isIPv4', 'isIPv6']);
const NETWORK = /^(node:)?(http|https|http2|net|tls|dgram|dns(\/promises)?|inspector)$|^undici/;
const GLOBAL_WAYS = /^(fetch|WebSocket|EventSource|XMLHttpRequest|sendBeacon|RTCPeerConnection)$/;

function waysOut({ imports, identifiers, text }: SourceFile): string[] {
  const isWay = ({ target, values }: Import) =>
    target === '' ||
    values.includes('createRequire') ||
    (NETWORK.test(target) && values.some((name) => !HARMLESS.has(name)));
  return [
    ...imports.filter(isWay).map(({ target }) => target),
    ...[...identifiers].filter((name) => GLOBAL_WAYS.test(name)),
    ...(text.match(/\b(globalThis|window|self)\[/g) ?? []),
  ];
}

/** An operation's blocks of tests, each up to the next `describe`. */
function blockOf(text: string, operationId: string): string {
  return text
    .split(/(?=describe\(')/)
    .filter((part) => part.startsWith(`describe('${operationId}'`))
    .join('\n');
}

function isAllowed(file: SourceFile, target: string): boolean {
  const rule = HOUSE[file.room];
  if (rule === undefined) return false;
  if (!target.startsWith('src/')) return rule.packages.test(target);
  const room = target.split('/')[1] ?? '';
  if (room === file.room || rule.rooms.includes(room)) return true;
  return DOORS[file.path]?.test(target) ?? false;
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
