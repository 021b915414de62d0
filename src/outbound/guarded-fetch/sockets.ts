import type { Agent, AgentOptions } from 'node:http';

/** Below the 5 s of common servers, so that no connection is closed by the peer just as it is reused. */
const IDLE_TIMEOUT_MS = 4_000;
const MAX_IDLE_SOCKETS = 500;

/** For shops: keep-alive. A call above `maxSockets` waits within its own deadline. */
export const KEEP_ALIVE_SOCKETS: AgentOptions = {
  keepAlive: true,
  timeout: IDLE_TIMEOUT_MS,
  maxSockets: 100,
  maxFreeSockets: 20,
};

/** For unknown parties: closed after each exchange. */
export const SINGLE_SOCKETS: AgentOptions = { keepAlive: false, maxSockets: 10, maxTotalSockets: 50 };

/** Bounds the idle sockets of all hosts together: the number of hosts is up to the merchants. */
export function limitIdle<Kind extends Agent>(agent: Kind): Kind {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => countIdleSockets(agent) < MAX_IDLE_SOCKETS && keep(socket);
  return agent;
}

function countIdleSockets({ freeSockets }: Agent): number {
  return Object.values(freeSockets).reduce((count, sockets = []) => count + sockets.length, 0);
}
