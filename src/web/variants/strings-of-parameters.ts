/** Texts about known parameters, for the parameters editor. */
export const parameterHints = {
  meanings: {
    model: 'The name of the model, as its provider writes it.',
    prompt_system: 'The system message; {{column}} is replaced by an input.',
    prompt_user: 'The user message; {{column}} is replaced by an input.',
    messages: 'A whole conversation, instead of the two prompts.',
    temperature: 'Randomness of the output: 0 for none.',
    top_p: 'Samples only from the most probable tokens that together have this share.',
    max_tokens: 'Maximum length of the output in tokens.',
    max_completion_tokens: 'Maximum length of the output in tokens, reasoning included.',
    stop: 'Texts that end the output.',
    seed: 'Lets a provider repeat an output.',
    response_format: 'Asks for JSON, or for JSON of a given schema.',
    frequency_penalty: 'Makes repeated words less probable.',
    presence_penalty: 'Makes words that already occurred less probable.',
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
