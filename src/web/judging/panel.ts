/** What can be open over a task. */
export type Panel = 'guidelines' | 'keys' | 'flag';
