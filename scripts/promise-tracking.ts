import asyncHooks, { type AsyncHook } from 'node:async_hooks';

/**
 * The test runner tracks every promise, to know which test an uncaught error belongs to. Because
 * the servers under test are in the same process, that takes about a tenth of a run's processor
 * time. Tracking is needed while files are loaded, to find the suite that declares a test.
 * Afterwards, an uncaught error still fails the job, and is printed with its place instead of the
 * test's name.
 *
 * Import this before `node:test`.
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
