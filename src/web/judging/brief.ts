import type { Output } from '../../contract/api.ts';

/** What an annotator has to know before they begin. */
export type Brief = Output<'fetchBrief'>;
