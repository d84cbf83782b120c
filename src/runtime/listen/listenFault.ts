/** An address: of a port, or the path of a Unix socket. */
export type Address = { host: string; port: number } | { path: string };

/** The cause in words why an address cannot be listened on. */
export function listenFault(error: unknown, address: Address): string {
  const name = 'path' in address ? address.path : `port ${address.port} of ${address.host}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Another program uses ${name}`;
  if (code === 'EACCES') return `${name} may not be opened by this user: ports below 1024 need the right to bind them`;
  if (code === 'EADDRNOTAVAIL' && 'host' in address) return `${address.host} is no address of this machine`;
  return `${name} cannot be used (${code ?? String(error)})`;
}
