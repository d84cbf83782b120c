import { createHmac, hash } from 'node:crypto';
import { parseAddressRange } from '#engine/lists/addressSet.ts';
import { formatAddressRange } from '#engine/lists/formatAddressRange.ts';
import type { EventSource } from '#events/record/records.ts';

/** Derives what the nightly review may know of the address and user agent behind a hit. */
export interface SourceKeys {
  /** The source of a hit at `at` (ms); null for text that is not an address. */
  sourceOf: (address: string, agent: string, at: number) => EventSource | null;
}

const dayMs = 86_400_000;
/** Prefixes in bits: the network that is stored, and the part of an address that one household has. */
const networkBits = { v4: 24, v6: 48 };
const householdBits = { v4: 32, v6: 64 };
const maxAgentLength = 256;

/** Creates the keys from the installation's secret, in hexadecimal: every UTC day has a key of its own. */
export function createSourceKeys(secret: string): SourceKeys {
  let known = { day: -1, key: '' };
  const keyOf = (day: number): string => {
    if (known.day !== day) {
      const purpose = `bidhouse traffic review ${day}`;
      known = { day, key: createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose).digest('hex') };
    }
    return known.key;
  };
  return {
    sourceOf(address, agent, at) {
      const household = prefixOf(address, householdBits);
      const network = prefixOf(address, networkBits);
      if (household === null || network === null) return null;
      return {
        // Only a quarter of the digest is used, which rules out length-extension attacks.
        address: hash('sha256', `${keyOf(Math.floor(at / dayMs))} ${household}`, 'hex').slice(0, 16),
        network,
        agent: agent.slice(0, maxAgentLength).toWellFormed(),
      };
    },
  };
}

function prefixOf(address: string, bits: { v4: number; v6: number }): string | null {
  const single = parseAddressRange(address);
  const range = single && parseAddressRange(`${formatAddressRange(single)}/${single.isV6 ? bits.v6 : bits.v4}`);
  return range && formatAddressRange(range);
}
