import { isIP } from 'node:net';
import { truncateUserAgent } from '#standards/truncateUserAgent.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';

/**
 * The signals of the viewer for whom a trusted partner with server-side ad insertion sends the request: X-Device-IP and
 * X-Device-User-Agent are trusted, and the server's own user agent is dropped. Other requests are returned unchanged.
 */
export function withForwardedViewer(signals: RequestSignals, isPartner: (address: string) => boolean): RequestSignals {
  if (!isPartner(signals.peer)) return signals;
  const { 'x-device-ip': address, 'x-device-user-agent': agent, ...headers } = signals.headers;
  const declaredAddress = address?.toString().trim() ?? '';
  return {
    ...signals,
    headers: { ...headers, 'user-agent': agent === undefined ? undefined : truncateUserAgent(agent.toString().trim()) },
    peer: isIP(declaredAddress) ? declaredAddress.replace(/^::ffff:(?=\d+\.)/i, '') : signals.peer,
    isRelayed: true,
  };
}
