import styles from './OutputText.module.css';

interface Turn {
  readonly role: string;
  readonly content: string;
}

/** A list of messages with roles, as chat models take and give them; anything else as text. */
export function ChatText({ text }: { readonly text: string }) {
  const turns = turnsIn(text);
  if (turns === undefined) {
    return (
      <div dir="auto" className={styles['plain']}>
        {text}
      </div>
    );
  }
  return (
    <ol className={styles['chat']}>
      {turns.map(({ role, content }, index) => (
        <li key={index} className={styles['turn']}>
          <span className={styles['role']}>{role}</span>
          <div dir="auto" className={styles['plain']}>
            {content}
          </div>
        </li>
      ))}
    </ol>
  );
}

function turnsIn(text: string): readonly Turn[] | undefined {
  const value = parse(text);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
