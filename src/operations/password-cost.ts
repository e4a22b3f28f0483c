/** What a guess at a password costs, in KiB of memory and passes over them. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
}

/** OWASP's minimum for argon2id with one lane. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2 };
