/**
 * An event stream up to its first event, because it has no end to wait for. To follow a stream, use
 * `EventSource`, which also reconnects.
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
