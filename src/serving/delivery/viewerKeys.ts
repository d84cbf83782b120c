import { createHmac, hash } from 'node:crypto';
import { parseAddressRange } from '#engine/lists/addressSet.ts';
import type { Frequency } from '#engine/plan/plan.ts';

/** Identifying properties of a viewer. A text is empty where it is unknown or may not be used. */
export interface Viewer {
  deviceId: string;
  address: string;
  /** User agent. */
  agent: string;
}

/** Derives pseudonymous keys of viewers for frequency caps, and of their devices for reach. */
export interface ViewerKeys {
  /**
   * 16 hexadecimal digits that cannot be computed or reversed without the installation's secret. Empty for a viewer
   * that cannot be identified.
   */
  keyOf(viewer: Viewer, by: Frequency['by']): string;
  /**
   * The device's key for one account. Accounts cannot compare their keys, and a cap's key cannot be derived from one.
   */
  deviceFor(viewer: Viewer, demandId: number): string;
}

/** Length of the IPv6 prefix that one household shares, in bits. */
const householdBits = 64;

/** Creates the keys from the installation's secret, in hexadecimal. */
export function createViewerKeys(secret: string): ViewerKeys {
  const derive = (purpose: string) => createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose).digest('hex');
  const capKey = derive('bidhouse viewer 1');
  const deviceKey = derive('bidhouse device 1');
  // Only a quarter of the digest is used, which rules out length-extension attacks.
  const digest = (text: string) => hash('sha256', text, 'hex').slice(0, 16);
  return {
    keyOf(viewer, by) {
      const name = nameOf(viewer, by);
      return name === '' ? '' : digest(`${capKey} ${name}`);
    },
    deviceFor(viewer, demandId) {
      const name = nameOf(viewer, 'device');
      return name === '' ? '' : digest(`${deviceKey} ${demandId} ${name}`);
    },
  };
}

function nameOf({ deviceId, address, agent }: Viewer, by: Frequency['by']): string {
  if (by === 'device' && deviceId !== '') return `d ${deviceId}`;
  if (address === '') return '';
  const place = householdOf(address);
  return by === 'device' ? `b ${place} ${agent}` : `a ${place}`;
}

function householdOf(address: string): string {
  if (!address.includes(':')) return address;
  const range = parseAddressRange(`${address}/${householdBits}`);
  return range ? range.first.toString(16) : address;
}
