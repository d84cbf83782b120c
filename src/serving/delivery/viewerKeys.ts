import { createHmac, hash } from 'node:crypto';
import { parseAddressRange } from '#engine/addressSet.ts';
import type { Frequency } from '#engine/plan.ts';

/** What is known of a viewer. Texts are empty where it is not known or may not be used. */
export interface Viewer {
  deviceId: string;
  address: string;
  /** User agent. */
  agent: string;
}

/** Names viewers for frequency caps. */
export interface ViewerKeys {
  /** 16 hexadecimal digits that nobody without the installation's secret can make or read; empty of a viewer without an address. */
  keyOf(viewer: Viewer, by: Frequency['by']): string;
}

/** Bits of an IPv6 address that one household shares. */
const householdBits = 64;

/** Keys that depend on the installation's secret. */
export function createViewerKeys(secret: string): ViewerKeys {
  const key = createHmac('sha256', Buffer.from(secret, 'hex')).update('bidhouse viewer 1').digest('hex');
  return {
    keyOf({ deviceId, address, agent }, by) {
      const hasDevice = by === 'device' && deviceId !== '';
      if (!hasDevice && address === '') return '';
      const place = householdOf(address);
      const name = hasDevice ? `d ${deviceId}` : by === 'device' ? `b ${place} ${agent}` : `a ${place}`;
      // A quarter of the digest is told: nobody can go on from it.
      return hash('sha256', `${key} ${name}`, 'hex').slice(0, 16);
    },
  };
}

function householdOf(address: string): string {
  if (!address.includes(':')) return address;
  const range = parseAddressRange(`${address}/${householdBits}`);
  return range ? range.first.toString(16) : address;
}
