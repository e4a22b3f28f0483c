export const ENGINES = ['sqlite', 'postgres'] as const;

export type EngineName = (typeof ENGINES)[number];
