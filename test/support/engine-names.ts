const ALL = ['sqlite', 'postgres'] as const;

export type EngineName = (typeof ALL)[number];

/** Both, except in the quick loop of a developer, which names one. */
export const ENGINES: readonly EngineName[] = ALL.filter((engine) =>
  (process.env['TEST_ENGINES'] ?? engine).split(',').includes(engine),
);
