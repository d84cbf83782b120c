import { isIPv6 } from 'node:net';
import type { BidRequest, Device } from '#standards/openrtb/types.ts';
import { hostOf } from '#standards/requestPage.ts';
import type { RequestFacts } from '../requestFacts.ts';

/** A request with what its sender left to us: who asks, from which page, and that the browser asks not to be sold (2.7). */
export function completeRequest(request: BidRequest, { headers, peer }: Omit<RequestFacts, 'query'>): BidRequest {
  const { device = {}, site, app, dooh, regs } = request;
  const page = headers.referer;
  const gpc = headers['sec-gpc'] === '1' && regs?.ext?.['gpc'] === undefined ? { gpc: '1' } : null;
  return {
    ...request,
    device: completeDevice(device, peer, headers['user-agent']),
    ...(app || dooh || (!site && page === undefined)
      ? {}
      : {
          site: {
            ...site,
            ...(site?.page === undefined && page !== undefined ? { page } : {}),
            ...(site?.domain === undefined ? domainOf(site?.page ?? page) : {}),
          },
        }),
    ...(gpc ? { regs: { ...regs, ext: { ...regs?.ext, ...gpc } } } : {}),
  };
}

function completeDevice(device: Device, peer: string, agent: string | undefined): Device {
  const address = isIPv6(peer) ? { ipv6: peer } : { ip: peer };
  return {
    ...device,
    ...(device.ip === undefined && device.ipv6 === undefined && peer !== '' ? address : {}),
    ...(device.ua === undefined && agent !== undefined ? { ua: agent } : {}),
  };
}

function domainOf(page: string | undefined): { domain?: string } {
  const domain = hostOf(page);
  return domain === '' ? {} : { domain };
}
