import { hostingProviderByAsn } from '../hostingProviderByAsn.ts';
import { formatAddressRange } from '../../lists/formatAddressRange.ts';
import { parseAddressRange } from '../../lists/addressSet.ts';
import type { ListSet } from '../../lists/listSet.ts';
import type { DataCenterList } from '../dataCenterList.ts';
import type { Locate } from '../../targeting/ipLocation.ts';

/**
 * Whether a network as in lists (203.0.113.0/24) is known as a data center's now, or is on a list of the operator: its
 * first, middle and last address are.
 */
export function isDataCenterNetwork(
  network: string,
  { blockedIps, dataCenters }: { blockedIps: ListSet; dataCenters: DataCenterList },
  locate: Locate,
): boolean {
  const range = parseAddressRange(network);
  if (!range) return false;
  const size = 1n << BigInt((range.isV6 ? 128 : 32) - range.bits);
  const addresses = [0n, size / 2n, size - 1n].map((offset) =>
    formatAddressRange({ first: range.first + offset, bits: range.isV6 ? 128 : 32, isV6: range.isV6 }),
  );
  const isHosted = (address: string) => {
    const asn = locate(address)?.asn ?? -1;
    return hostingProviderByAsn.has(asn) || dataCenters.hasSystem(asn) || dataCenters.hasAddress(address);
  };
  return addresses.every((address) => blockedIps.has(address)) || addresses.every(isHosted);
}
