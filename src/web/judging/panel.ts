/** A dialog or drawer over a task. */
export type Panel =
  | { readonly kind: 'guidelines' | 'keys' }
  /** The task may be judged in another tab while the dialog is open. */
  | { readonly kind: 'flag'; readonly assignmentId: string };
