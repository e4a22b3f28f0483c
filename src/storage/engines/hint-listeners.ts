/** The listeners for hints in this process, by topic. */
export class HintListeners {
  readonly #byTopic = new Map<string, Set<() => void>>();

  /** Returns a function that stops listening. */
  add(topic: string, onHint: () => void): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, listeners);
    // Wrapped, because one function may listen twice.
    const listener = () => onHint();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#byTopic.delete(topic);
    };
  }

  notify(topic: string): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener();
  }
}
