/** Those in this process who want to hear of hints, by topic. */
export class HintListeners {
  readonly #byTopic = new Map<string, Set<() => void>>();

  /** Returns how to stop listening. */
  add(topic: string, onHint: () => void): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, listeners);
    // One function may listen twice.
    const listener = () => onHint();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#byTopic.delete(topic);
    };
  }

  tell(topic: string): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener();
  }
}
