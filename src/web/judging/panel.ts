/** A dialog or drawer over a task. */
export type Panel = 'guidelines' | 'keys' | 'flag';
