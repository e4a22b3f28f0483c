/** Test files that one process runs one after another. */
export type Job = readonly string[];

/**
 * What takes longest, first the longest: begun last, it would keep one processor busy while the
 * others have nothing left to do. What a run prints at its end says what belongs here.
 */
const LONG: readonly string[] = [
  'test/security/fuzz.test.ts',
  'test/e2e/accessibility.test.ts',
  'test/faults/generation-losses.test.ts',
  'test/e2e/results.test.ts',
  'test/e2e/bundle-size.test.ts',
  'test/faults/generation.test.ts',
  'test/faults/shutdown.test.ts',
  'test/e2e/outputs.test.ts',
  'test/faults/database-refusals.test.ts',
  'test/faults/generation-lanes.test.ts',
  'test/e2e/testsets.test.ts',
  'test/faults/exact-overlap.test.ts',
];

/**
 * Areas in the order in which they begin, and how many of their files share a process: a process
 * that has loaded and compiled the product once serves the next file in half of the time. Files
 * that end processes, fill disks or measure memory have one each.
 */
const AREAS: readonly (readonly [RegExp, filesPerJob: number])[] = [
  [/^test\/faults\//, 1],
  [/^test\/e2e\//, 3],
  [/^test\/security\//, 1],
  [/^test\/(storage|examples)\//, 1],
  [/^test\/statistics\//, 1],
  [/^test\/api\//, 6],
  [/^/, 20],
];

export function makeJobs(files: readonly string[]): Job[] {
  const long = LONG.filter((file) => files.includes(file)).map((file) => [file]);
  const areaOf = (file: string) => AREAS.findIndex(([pattern]) => pattern.test(file));
  const rest = files.filter((file) => !LONG.includes(file)).sort();
  const short = AREAS.flatMap(([, filesPerJob], area) =>
    chunks(
      rest.filter((file) => areaOf(file) === area),
      filesPerJob,
    ),
  );
  return [...long, ...short];
}

function chunks(files: readonly string[], size: number): Job[] {
  const count = Math.ceil(files.length / size);
  // Dealt out like cards: neighbours in the alphabet are often long together.
  return Array.from({ length: count }, (_, job) =>
    files.filter((_file, index) => index % count === job),
  );
}
