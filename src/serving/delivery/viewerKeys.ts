import { createHmac, hash } from 'node:crypto';
import { parseAddressRange } from '#engine/lists/addressSet.ts';
import type { Frequency } from '#engine/plan/plan.ts';

/** What is known of a viewer. Texts are empty where it is not known or may not be used. */
export interface Viewer {
  deviceId: string;
  address: string;
  /** User agent. */
  agent: string;
}

/** Names viewers for frequency caps, and their devices for counting. */
export interface ViewerKeys {
  /** 16 hexadecimal digits that nobody without the installation's secret can make or read; empty of a viewer without an address. */
  keyOf(viewer: Viewer, by: Frequency['by']): string;
  /**
   * The same of the viewer's device for one account: accounts cannot compare what they count, and no key of a cap can be
   * found in it.
   */
  deviceFor(viewer: Viewer, demandId: number): string;
}

/** Bits of an IPv6 address that one household shares. */
const householdBits = 64;

/** Keys that depend on the installation's secret. */
export function createViewerKeys(secret: string): ViewerKeys {
  const derive = (purpose: string) => createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose).digest('hex');
  const capKey = derive('bidhouse viewer 1');
  const deviceKey = derive('bidhouse device 1');
  // A quarter of the digest is told: nobody can go on from it.
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
