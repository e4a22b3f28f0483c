import type { Socket } from 'node:net';

/**
 * Breaks a connection with a reset. A socket that is being ended is only closed: a reset of it fails with
 * EINVAL and leaves it open for ever, and with it the process (Node 26).
 */
export function breakOff(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
