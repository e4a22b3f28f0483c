/**
 * The JSON text of an object with one more field, `csvdata`, whose rows are read while they are
 * sent. Rows are stored as JSON text and go out as they are.
 */
export async function* streamWithRows(
  fields: Readonly<Record<string, unknown>>,
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  const head = JSON.stringify(fields).slice(0, -1);
  let separator = `${head},"csvdata":[`;
  for await (const batch of batches) {
    yield `${separator}${batch.join(',')}`;
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}
