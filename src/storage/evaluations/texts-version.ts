/**
 * The version of what annotators read in a scenario, in SQL. An import with outputs for it adds its
 * number, so that showing an import writes to no scenario. The workspace is parameter $1.
 */
export function textsVersion(scenario: string): string {
  return `${scenario}.texts_version + COALESCE((
       SELECT MAX(i.number) FROM written_outputs o
       JOIN output_imports i ON i.workspace_id = o.workspace_id AND i.id = o.import_id
       WHERE o.workspace_id = $1 AND o.scenario_id = ${scenario}.id), 0)`;
}
