/** An address: of a port, the path of a Unix socket, or the file descriptor of a socket that listens already. */
export type Address = { host: string; port: number } | { path: string } | { fd: number };

/** The cause in words why an address cannot be listened on. */
export function listenFault(error: unknown, address: Address): string {
  const name = nameOf(address);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Another program uses ${name}`;
  if (code === 'EACCES') return `${name} may not be opened by this user: ports below 1024 need the right to bind them`;
  if (code === 'EADDRNOTAVAIL' && 'host' in address) return `${address.host} is no address of this machine`;
  return `${name} cannot be used (${code ?? String(error)})`;
}

function nameOf(address: Address): string {
  if ('fd' in address) return `file descriptor ${address.fd}`;
  return 'path' in address ? address.path : `port ${address.port} of ${address.host}`;
}
