/** What can lie over a task. */
export type Panel = 'guidelines' | 'keys' | 'flag';
