import type { JudgementSubmission } from '../../contract/judging/assignments.ts';

/** Something an annotator did that the server has not acknowledged yet. */
export type Message =
  | {
      readonly kind: 'judge';
      readonly assignmentId: string;
      readonly submission: JudgementSubmission;
      /** The annotator has seen what is stored for this task, and wants this instead. */
      readonly replaces?: true;
    }
  | { readonly kind: 'withdraw'; readonly assignmentId: string }
  | { readonly kind: 'skip'; readonly assignmentId: string }
  | { readonly kind: 'flag'; readonly assignmentId: string; readonly reason: string };
