/**
 * The beginning of a stream of events, up to the first one: a stream has no end to wait for. To
 * follow it use an `EventSource`, which also comes back after the connection broke.
 */
export async function readFirstEvent(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader !== undefined && !/^data:.*\n\n/m.test(text)) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader?.cancel();
  return text;
}
