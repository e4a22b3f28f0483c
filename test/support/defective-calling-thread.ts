import { parentPort } from 'node:worker_threads';
import { answerCalls } from '../../src/outbound/answer-calls.ts';

/** A thread whose calls fail in a way that nobody foresaw, and that says all it knows. */
if (parentPort !== null) {
  answerCalls(parentPort, {
    call: (call) => Promise.reject(new Error(JSON.stringify(call))),
    close: async () => {},
  });
}
