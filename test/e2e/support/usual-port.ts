import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/running-server.ts';

let usualPort: number | undefined;

/**
 * Starts a server where the one of the file before listened, if that is free: pages of the same
 * address share a renderer, which has compiled the web UI already.
 */
export async function startAtUsualPort(options: Partial<TestServerOptions>): Promise<TestServer> {
  const wish = { engine: 'sqlite', ...options } as const;
  const server = await startTestServer({ ...wish, port: usualPort ?? 0 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      return startTestServer(wish);
    },
  );
  usualPort ??= Number(new URL(server.url).port);
  return server;
}
