import { isIP } from 'node:net';
import { truncateUserAgent } from '#standards/truncateUserAgent.ts';
import type { RequestFacts } from '../imp/requestFacts.ts';

/**
 * What is known of the viewer where a trusted partner asks for one, as those do who insert ads on their servers:
 * X-Device-IP and X-Device-User-Agent are believed, and the server's own user agent is nobody's. Other requests stay as
 * they are.
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
