/** Results are computed in two halves at the same time, each by a thread that knows it best. */
export const HALVES = ['findings', 'trust'] as const;
export type Half = (typeof HALVES)[number];
