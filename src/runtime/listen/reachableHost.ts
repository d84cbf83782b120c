/** The host of a URL at which this machine reaches a program that listens on an address. */
export function reachableHost(address: string): string {
  const host = /^(0\.0\.0\.0|::)$/.test(address) ? '127.0.0.1' : address;
  return host.includes(':') ? `[${host}]` : host;
}
