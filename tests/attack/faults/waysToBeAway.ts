import type { FaultyServer } from './faultyServer.ts';

/** The ways in which a server can be away: refusing connections, or silent on those that it has. */
export const waysToBeAway = [
  { way: 'stopped', begin: (server: FaultyServer) => server.stop(), end: (server: FaultyServer) => server.start() },
  { way: 'frozen', begin: (server: FaultyServer) => server.freeze(), end: (server: FaultyServer) => server.resume() },
];
