/** Test files that one process runs one after another. */
export type Job = readonly string[];

/**
 * What takes longest, first the longest: begun last, it would keep one processor busy while the
 * others have nothing left to do. What a run prints at its end says what belongs here.
 */
const LONG: readonly string[] = [
  'test/security/role-matrix.test.ts',
  'test/security/fuzz.test.ts',
  'test/e2e/every-page.test.ts',
  'test/faults/generation-losses.test.ts',
  'test/faults/upgrades.test.ts',
  'test/faults/exact-overlap.test.ts',
  'test/faults/directory-lock.test.ts',
  'test/cli/guide.test.ts',
  'test/package/package.test.ts',
  'test/package/generators.test.ts',
  'test/faults/shutdown.test.ts',
];

/**
 * Areas in the order in which they begin, and how many of their files share a process: a process that
 * has loaded and compiled the product once, or started a browser, serves the next file in half of
 * the time. Files that end processes, fill disks or measure memory have one each, and so has the one that
 * tests every statement its process has declared.
 */
const AREAS: readonly (readonly [RegExp, filesPerJob: number])[] = [
  [/^test\/e2e\//, 8],
  [/^test\/(faults|package)\/|\/statements\.test\.ts$/, 1],
  [/^test\/(cli|client|examples)\//, 6],
  [/^test\/(security|storage)\//, 8],
  [/^test\/(api|statistics)\//, 12],
  [/^/, 60],
];

/** Mostly waits: for processes to start and end, and for time limits. */
const WAITS = /^test\/faults\//;

export function makeJobs(files: readonly string[]): Job[] {
  const long = LONG.filter((file) => files.includes(file)).map((file) => [file]);
  const rest = files.filter((file) => !LONG.includes(file)).sort();
  const areaOf = (file: string) => AREAS.findIndex(([pattern]) => pattern.test(file));
  const jobsOf = (chosen: readonly string[]) =>
    AREAS.flatMap(([, filesPerJob], area) =>
      chunks(
        chosen.filter((file) => areaOf(file) === area),
        filesPerJob,
      ),
    );
  const waiting = jobsOf(rest.filter((file) => WAITS.test(file)));
  const working = jobsOf(rest.filter((file) => !WAITS.test(file)));
  return [...long, ...interleaved(waiting, working)];
}

/** Both in their order, each spread evenly: what waits leaves the processors to what works. */
function interleaved(...lists: readonly (readonly Job[])[]): Job[] {
  return lists
    .flatMap((jobs) => jobs.map((job, index) => ({ job, place: (index + 0.5) / jobs.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ job }) => job);
}

function chunks(files: readonly string[], size: number): Job[] {
  const count = Math.ceil(files.length / size);
  // Dealt out like cards: neighbours in the alphabet are often long together.
  return Array.from({ length: count }, (_, job) =>
    files.filter((_file, index) => index % count === job),
  );
}
