/** Test files that one process runs one after another. */
export type Job = readonly string[];

/**
 * The slowest files, slowest first: started last, they would keep one processor busy while the
 * others are idle. Each run prints its slowest files at the end.
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
 * Areas in the order in which they start, and how many of their files share a process: a process
 * that has already compiled the product or started a browser runs the next file in half the time.
 * Files that end processes, fill disks or measure memory have one each, and so has the file that
 * tests every statement declared in its process.
 */
const AREAS: readonly (readonly [RegExp, filesPerJob: number])[] = [
  [/^test\/e2e\//, 8],
  [/^test\/(faults|package)\/|\/statements\.test\.ts$/, 1],
  [/^test\/(cli|client|examples)\//, 6],
  [/^test\/(security|storage)\//, 8],
  [/^test\/(api|statistics)\//, 12],
  [/^/, 60],
];

/** Files that mostly wait: for processes to start and end, and for time limits. */
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

/** Merges the lists evenly: jobs that wait leave the processors to jobs that compute. */
function interleaved(...lists: readonly (readonly Job[])[]): Job[] {
  return lists
    .flatMap((jobs) => jobs.map((job, index) => ({ job, place: (index + 0.5) / jobs.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ job }) => job);
}

function chunks(files: readonly string[], size: number): Job[] {
  const count = Math.ceil(files.length / size);
  // Dealt out like cards, because alphabetical neighbours are often all slow.
  return Array.from({ length: count }, (_, job) =>
    files.filter((_file, index) => index % count === job),
  );
}
