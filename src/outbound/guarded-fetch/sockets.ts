import type { Agent, AgentOptions } from 'node:http';

/** Below the 5 s for which common servers keep an idle connection, so that none is closed just as it is used again. */
const IDLE_TIMEOUT_MS = 4_000;
const MAX_IDLE_SOCKETS = 500;

/** For shops: connections are kept for the next call. A call above `maxSockets` waits for one within its own deadline. */
export const KEPT_SOCKETS: AgentOptions = {
  keepAlive: true,
  timeout: IDLE_TIMEOUT_MS,
  maxSockets: 100,
  maxFreeSockets: 20,
};

/** For strangers: closed after each exchange. */
export const SINGLE_SOCKETS: AgentOptions = { keepAlive: false, maxSockets: 10, maxTotalSockets: 50 };

/** Bounds what all hosts together have idle: a host of its own costs a merchant nothing. */
export function limitIdle<Kind extends Agent>(agent: Kind): Kind {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => idleSocketsOf(agent) < MAX_IDLE_SOCKETS && keep(socket);
  return agent;
}

function idleSocketsOf({ freeSockets }: Agent): number {
  return Object.values(freeSockets).reduce((count, sockets = []) => count + sockets.length, 0);
}
