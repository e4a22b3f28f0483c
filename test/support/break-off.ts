import type { Socket } from 'node:net';

/**
 * Resets a connection. A socket that is ending is closed instead: resetting it fails with EINVAL and
 * keeps it, and so the process, open for ever (Node 26).
 */
export function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
