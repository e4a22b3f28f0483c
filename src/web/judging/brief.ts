import type { Output } from '../../contract/api.ts';

/** What an annotator needs to know before judging. */
export type Brief = Output<'fetchBrief'>;
