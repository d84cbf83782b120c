import { isIP } from 'node:net';
import { truncateUserAgent } from '#standards/truncateUserAgent.ts';
import type { RequestFacts } from '../imp/requestFacts.ts';

/**
 * The facts of the viewer for whom a trusted partner with server-side ad insertion sends the request: X-Device-IP and
 * X-Device-User-Agent are trusted, and the server's own user agent is dropped. Other requests are returned unchanged.
 */
export function withForwardedViewer(facts: RequestFacts, isPartner: (address: string) => boolean): RequestFacts {
  if (!isPartner(facts.peer)) return facts;
  const { 'x-device-ip': address, 'x-device-user-agent': agent, ...headers } = facts.headers;
  const declaredAddress = address?.toString().trim() ?? '';
  return {
    ...facts,
    headers: { ...headers, 'user-agent': agent === undefined ? undefined : truncateUserAgent(agent.toString().trim()) },
    peer: isIP(declaredAddress) ? declaredAddress.replace(/^::ffff:(?=\d+\.)/i, '') : facts.peer,
    isRelayed: true,
  };
}
