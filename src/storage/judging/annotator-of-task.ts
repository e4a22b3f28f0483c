/**
 * Condition for rows of one annotator among the few of a task. COALESCE keeps it from using an
 * index: without statistics, as after a new evaluation, PostgreSQL might otherwise search all rows
 * of the annotator for the task.
 */
export function isOfAnnotator(alias: string, annotator: string): string {
  return `COALESCE(${alias}.annotator_id, ${alias}.annotator_id) = ${annotator}`;
}
