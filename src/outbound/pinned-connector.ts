import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { plainAddress } from './addresses.ts';
import { type Destination, OutboundRefused } from './destination.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** Connects to a pinned address under the URL's host name, and checks which address answered. */
export function pinnedConnector({ host, addresses }: Destination): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  // SNI takes host names only, never addresses (RFC 6066).
  const name = isIP(host) === 0 ? { servername: host } : {};
  return (options, callback) => {
    const attempt = ([address = '', ...others]: readonly string[]): void => {
      const { servername: _, ...rest } = options;
      connect({ ...rest, ...name, hostname: address, host: address }, (error, socket) => {
        if (error !== null && others.length > 0) return attempt(others);
        if (error !== null) {
          return callback(new OutboundRefused(error.message, 'unreachable'), null);
        }
        if (plainAddress(socket.remoteAddress ?? '') !== plainAddress(address)) {
          socket.destroy();
          return callback(new OutboundRefused('another address answered'), null);
        }
        return callback(null, socket);
      });
    };
    attempt(addresses);
  };
}
