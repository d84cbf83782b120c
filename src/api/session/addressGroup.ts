import { isIPv6 } from 'node:net';

/** An address as attempts are counted by it. One subscriber of IPv6 has at least a /64 to choose addresses from: it counts as one. */
export function addressGroup(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = ip.includes('::')
    ? [...front, ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'), ...back]
    : front;
  return groups.slice(0, 4).join(':');
}
