import { isIPv4, isIPv6 } from 'node:net';

/**
 * An IP address normalized for counting attempts, however a proxy writes it. An IPv6 subscriber has at least a /64 of
 * addresses, which count as one. All invalid addresses count as one, too.
 */
export function addressGroup(ip: string): string {
  const [, bare = ip] = isIPv6(ip) ? [] : (/^\[?([^\]]*?)\]?(?::\d+)?$/.exec(ip) ?? []);
  const [, address = bare] = /^::ffff:([\d.]+)$/i.exec(bare) ?? [];
  if (isIPv4(address)) return address;
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : 'no address';
}

/** The network of an IPv6 subscriber, who may have up to a /48; for IPv4 the address. */
export function networkOf(address: string): string {
  return address.split(':').slice(0, 3).join(':');
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = ip.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0') : [];
  return [...front, ...zeros, ...back].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
