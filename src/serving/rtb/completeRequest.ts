import { isIPv6 } from 'node:net';
import { truncateUserAgent, markTruncated } from '#standards/truncateUserAgent.ts';
import type { BidRequest, Device, Ext, Site } from '#standards/openrtb/types.ts';
import { hostOf } from '#standards/requestPage.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';

/**
 * Completes a request from the browser's headers: address, user agent, page and Global Privacy Control (standards 2.7),
 * which a page cannot revoke. User agents that are too long are truncated.
 */
export function completeRequest(request: BidRequest, { headers, peer }: Omit<RequestSignals, 'query'>): BidRequest {
  const { device = {}, site, app, dooh, regs } = request;
  const page = headers.referer;
  const completed = { ...request };
  completed.device = completeDevice(device, peer, headers['user-agent']);
  if (!app && !dooh && (site || page !== undefined)) completed.site = completeSite(site ?? {}, page);
  if (headers['sec-gpc'] === '1') completed.regs = { ...regs, ext: { ...regs?.ext, gpc: '1' } };
  return completed;
}

function completeDevice(device: Device, peer: string, agent: string | undefined): Device {
  const completed = { ...device };
  if (device.ip === undefined && device.ipv6 === undefined && peer !== '')
    completed[isIPv6(peer) ? 'ipv6' : 'ip'] = peer;
  const ua = device.ua ?? agent;
  if (ua !== undefined) completed.ua = truncateUserAgent(ua);
  if (device.sua !== undefined && areHintsTooLong(device.sua)) {
    delete completed.sua;
    completed.ua = markTruncated(completed.ua ?? '');
  }
  return completed;
}

/** Maximum characters of a structured user agent (3.2.29) as JSON. Real ones have a few hundred. */
const maxHintsLength = 2048;

function areHintsTooLong(hints: Ext): boolean {
  try {
    return JSON.stringify(hints).length > maxHintsLength;
  } catch {
    // Nested deeper than the stack.
    return true;
  }
}

function completeSite(site: Site, page: string | undefined): Site {
  const completed = { ...site };
  if (site.page === undefined && page !== undefined) completed.page = page;
  if (site.domain !== undefined) return completed;
  const domain = hostOf(completed.page);
  if (domain !== '') completed.domain = domain;
  return completed;
}
