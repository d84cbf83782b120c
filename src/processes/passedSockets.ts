import type { PortName } from '#runtime/listen/portName.ts';

/** The file descriptors of sockets that were opened for this process, by port. */
export type PassedSockets = Partial<Record<PortName, number>>;

/** The first one that is passed (sd_listen_fds(3)). */
const firstFd = 3;
const names: readonly PortName[] = ['ads', 'console', 'control'];

/**
 * Reads which listening sockets a service manager such as systemd has opened for the process with this ID: they stay
 * open while it restarts. None if the variables are not set or are those of another process. Throws an Error if a socket
 * has no name of a port.
 */
export function readPassedSockets(env: NodeJS.ProcessEnv, pid: number): PassedSockets {
  const { LISTEN_PID, LISTEN_FDS = '0', LISTEN_FDNAMES = '' } = env;
  if (LISTEN_PID !== String(pid)) return {};
  const given = LISTEN_FDNAMES.split(':');
  const sockets: PassedSockets = {};
  for (let index = 0; index < Number(LISTEN_FDS); index += 1) {
    const name = names.find((each) => each === given[index]);
    if (name === undefined)
      throw new Error(
        `A socket of systemd has the name “${given[index] ?? ''}”. Set FileDescriptorName to one of ${names.join(', ')}.`,
      );
    sockets[name] = firstFd + index;
  }
  return sockets;
}
