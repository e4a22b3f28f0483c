import { Agent, type Dispatcher } from 'undici';
import type { Destination } from './destination.ts';
import { pinnedConnector } from './pinned-connector.ts';

/** Something to send one request over. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** Called once, when the answer has been read or given up. */
  readonly release: () => void;
}

/** Where connections come from. Each leads only to addresses that were checked for its call. */
export interface Connections {
  readonly borrow: (destination: Destination) => Connection;
}

/** A new connection for each request, for rare calls. */
export const SINGLE_USE: Connections = {
  borrow: (destination) => {
    // Without pipelining a connection is closed after one answer.
    const agent = new Agent({ connect: pinnedConnector(destination), pipelining: 0 });
    return {
      dispatcher: agent,
      release: () => {
        agent.destroy().catch(() => undefined);
      },
    };
  },
};
