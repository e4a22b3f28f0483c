import type { JudgementSubmission } from '../../contract/judging/assignments.ts';

/** An annotator's action that the server has not acknowledged yet. */
export type Message =
  | {
      readonly kind: 'judge';
      readonly assignmentId: string;
      readonly submission: JudgementSubmission;
      /** The annotator has seen the stored judgement of this task, and chose to replace it. */
      readonly replaces?: true;
    }
  | { readonly kind: 'withdraw'; readonly assignmentId: string }
  | { readonly kind: 'skip'; readonly assignmentId: string }
  | { readonly kind: 'flag'; readonly assignmentId: string; readonly reason: string };
