import asyncHooks, { type AsyncHook } from 'node:async_hooks';

/**
 * The test runner follows every promise from its beginning to its collection, to know in which test an
 * error was thrown that nothing caught. That takes about a tenth of the processor time of a run, since the
 * servers under test are in the same process. It is needed while files are loaded, to find the suite
 * that a test is declared in. Later, an error that nothing caught still fails
 * the job, and is printed with its place in place of the name of a test.
 *
 * To be imported before `node:test` is.
 */
const { createHook } = asyncHooks;
const hooks: AsyncHook[] = [];

Reflect.set(asyncHooks, 'createHook', (...args: Parameters<typeof createHook>) => {
  const hook = createHook(...args);
  hooks.push(hook);
  return hook;
});

export function stopTracking(): void {
  Reflect.set(asyncHooks, 'createHook', createHook);
  for (const hook of hooks) hook.disable();
  process.on('uncaughtExceptionMonitor', (error) => console.error(error));
  process.on('unhandledRejection', (reason) => console.error(reason));
}
