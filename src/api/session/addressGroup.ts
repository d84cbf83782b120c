import { isIPv4, isIPv6 } from 'node:net';

/**
 * An address as attempts are counted by it, however a proxy spells it. One subscriber of IPv6 has at least a /64 to choose
 * addresses from: it counts as one. Whatever is no address counts as one too.
 */
export function addressGroup(ip: string): string {
  const [, bare = ip] = isIPv6(ip) ? [] : (/^\[?([^\]]*?)\]?(?::\d+)?$/.exec(ip) ?? []);
  const [, address = bare] = /^::ffff:([\d.]+)$/i.exec(bare) ?? [];
  if (isIPv4(address)) return address;
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : 'no address';
}

/** The network of a subscriber of IPv6, who may have up to a /48; of IPv4 the address. */
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
