import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/running-server.ts';

let usualPort: number | undefined;

/**
 * Starts a server on the port of the previous test file, if it is free: pages of the same address
 * share a renderer, which has compiled the web UI already.
 */
export async function startAtUsualPort(options: Partial<TestServerOptions>): Promise<TestServer> {
  const settings = { engine: 'sqlite', ...options } as const;
  const server = await startTestServer({ ...settings, port: usualPort ?? 0 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      return startTestServer(settings);
    },
  );
  usualPort ??= Number(new URL(server.url).port);
  return server;
}
