/** What the editor of parameters says about those that are known. */
export const parameterHints = {
  meanings: {
    model: 'The name of the model, as its provider writes it.',
    prompt_system: 'What the model is told before the question; {{column}} becomes an input.',
    prompt_user: 'The question; {{column}} becomes an input.',
    messages: 'A whole conversation, instead of the two prompts.',
    temperature: 'How much chance there is in the answer: 0 for none.',
    top_p: 'Only the most probable words, which together have this share.',
    max_tokens: 'Where the answer is cut off.',
    max_completion_tokens: 'Where the answer is cut off, reasoning included.',
    stop: 'Texts at which the answer ends.',
    seed: 'Lets a provider repeat an answer.',
    response_format: 'Asks for JSON, or for JSON of a given schema.',
    frequency_penalty: 'Makes repeated words less probable.',
    presence_penalty: 'Makes words that were used already less probable.',
  },
  kinds: {
    text: 'a text',
    number: 'a number',
    integer: 'a whole number',
    texts: 'a text or a list of texts',
    list: 'a list',
    object: 'an object',
  },
  expected: (name: string, kind: string) => `Model providers expect ${kind} as ${name}.`,
} as const;
