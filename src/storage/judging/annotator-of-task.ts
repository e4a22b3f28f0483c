/**
 * Condition for rows of one annotator among the few of a task. Written so that no index can serve it:
 * PostgreSQL without statistics, as after a new evaluation, would otherwise as soon look through all
 * rows of the annotator for the task.
 */
export function isOfAnnotator(alias: string, annotator: string): string {
  return `COALESCE(${alias}.annotator_id, ${alias}.annotator_id) = ${annotator}`;
}
