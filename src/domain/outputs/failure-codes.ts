/** Why a cell has no output, and what to do. These texts never quote the app or provider. */
export const FAILURES = {
  template_invalid: 'The parameters of the variant do not make a prompt.',
  template_variable_missing: 'The prompt names a variable that the scenario does not have.',
  destination_refused:
    'Calls to this address are not allowed. It must be public, or the operator must name it in OUTBOUND_ALLOW.',
  redirect_refused:
    'The address answered with a redirect, which is not followed. Give the final address.',
  unreachable:
    'No connection could be made. Check the address, and that the app or provider is running.',
  timed_out: 'The answer took too long. Try again, or ask for a shorter answer.',
  broken_off: 'The connection broke off before the answer was complete. Try again.',
  rate_limited:
    'The app or provider accepts no more calls for now. Lower the limits of the provider, then try again.',
  provider_error: 'The app or provider failed. Try again later, or check its logs.',
  rejected: 'The app or provider rejected the call. Check the parameters of the variant.',
  unauthorized:
    'The app or provider did not accept the credentials. Check the key of the provider.',
  not_found:
    'Nothing answers at this address. Check the path of the address and the name of the model.',
  answer_too_large: 'The answer is larger than 2 MiB. Ask for a shorter answer.',
  answer_not_text: 'The answer is not text in UTF-8.',
  answer_unreadable:
    'The answer does not follow the expected protocol. Check that the address supports it.',
  answer_empty: 'The answer is empty. Allow more tokens, or change the prompt.',
  source_missing: 'There is nothing to call: the base has no address, or the provider was deleted.',
  evaluation_closed: 'The evaluation was closed before the call was made.',
  key_unreadable: 'The key of the provider cannot be used. Enter it again.',
} as const;

/** Why an address (`host:port`) must not be called, and what to do. */
export function notAllowed(address: string): string {
  return `Calls to ${address} are not allowed, since it is not public. The operator can allow it: set OUTBOUND_ALLOW=${address} and restart the server.`;
}

export type FailureCode = keyof typeof FAILURES;

/** A failure found before the call. */
export interface CallFault {
  readonly code: FailureCode;
  readonly message: string;
}

/** The body of a call, or why it cannot be composed. */
export type Composed = { readonly body: string } | { readonly fault: CallFault };
