import { ThreadCaller } from '../../src/outbound/thread-caller.ts';

/** A program that makes one call in a thread and is then done. */
const [, , uri = ''] = process.argv;
const caller = new ThreadCaller({
  rules: { allow: '127.0.0.0/8', own: new Set(), plainHttp: 'refused' },
  onCrash: (error) => {
    throw error;
  },
});
const { outcome } = await caller.call({ kind: 'base', uri, body: '{}' });
console.log(outcome);
