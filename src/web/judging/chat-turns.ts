export interface Turn {
  readonly role: string;
  readonly content: string;
}

/** The messages of a chat, bare or under `messages`; undefined for anything else. */
export function turnsIn(value: unknown): readonly Turn[] | undefined {
  const list = Array.isArray(value) ? value : messagesOf(value);
  return Array.isArray(list) && list.length > 0 && list.every(isTurn) ? list : undefined;
}

function messagesOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'messages' in value
    ? value.messages
    : undefined;
}

function isTurn(value: unknown): value is Turn {
  return (
    typeof value === 'object' &&
    value !== null &&
    'role' in value &&
    typeof value.role === 'string' &&
    'content' in value &&
    typeof value.content === 'string'
  );
}
