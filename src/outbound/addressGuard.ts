import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';

const rejectedV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  rejectedV4.addSubnet(network, prefix, 'ipv4');
}

/** In IPv6 only global unicast is public, except for ranges that embed an IPv4 address or are for documentation. */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const rejectedV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  rejectedV6.addSubnet(network, prefix, 'ipv6');
}

/**
 * Whether an IP address is on the public internet: not private, loopback, link-local, mapped, reserved or multicast.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return globalV6.check(address, 'ipv6') && !rejectedV6.check(address, 'ipv6');
  return isIP(address) === 4 && !rejectedV4.check(address, 'ipv4');
}

/** The error for an address that must not be called. */
export class RejectedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

/** Whether an IP address may be called. */
export type AddressGuard = (address: string) => boolean;

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Creates a DNS lookup that resolves host names at connection time and returns only addresses that may be called, so
 * that no DNS answer can lead a checked name to a private address.
 */
export function guardedLookup(mayCall: AddressGuard) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found.filter(({ address }) => mayCall(address));
      const [first] = addresses;
      if (!first) return callback(new RejectedAddress(`${hostname} has no IP address that may be called`), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/** The host of a URL; an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/**
 * Whether a host may be called, as far as it is known before a name is looked up: an IP address in place of a name never
 * is, so it is checked here.
 */
export function mayCallHost(mayCall: AddressGuard | null, host: string): boolean {
  return !mayCall || isIP(host) === 0 || mayCall(host);
}
