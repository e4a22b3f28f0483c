/** Means "no import" in a key, which cannot hold nulls. */
const NO_IMPORT = "'00000000-0000-0000-0000-000000000000'";

/**
 * The outputs that the scenarios of workspace $1 show, as a table: for each scenario and variant
 * the output whose import has the highest number (decision 0022). The view `scenario_outputs` has
 * those of every workspace, for which a distributed database would ask all of its servers.
 */
export const SHOWN_OUTPUTS = `(
    SELECT w.workspace_id, w.scenario_id, w.variant_position, w.place, w.output, w.reuse_key,
      w.reuse_hash
    FROM written_outputs w
    WHERE w.workspace_id = $1 AND CASE WHEN w.import_id = ${NO_IMPORT} THEN 0 ELSE (
        SELECT i.number FROM output_imports i
        WHERE i.workspace_id = $1 AND i.id = w.import_id) END
      = COALESCE((
        SELECT MAX(i.number) FROM written_outputs x
        JOIN output_imports i ON i.workspace_id = x.workspace_id AND i.id = x.import_id
        WHERE x.workspace_id = $1 AND x.scenario_id = w.scenario_id
          AND x.variant_position = w.variant_position AND x.import_id <> ${NO_IMPORT}), 0))`;
