import { appListKinds, type AppListKind } from '#model/index.ts';
import { countFieldOf, isMemberList } from '#model/lists/listMembers.ts';
import type { EntityRow } from '../entities/useEntity.ts';

/** Label and examples of a list's members. */
export interface MemberTexts {
  /** Column heading. */
  label: string;
  /** Two or three examples, one per line. */
  sample: string;
  hint: string;
}

const ofKinds: Record<AppListKind, Omit<MemberTexts, 'label'>> = {
  bundle: {
    sample: 'com.example.recipes\n1207472156\nhttps://apps.apple.com/app/id1207472156',
    hint: 'App bundles, store IDs, or addresses of apps in stores (Google, Apple, Roku, Amazon, Samsung, LG, Vizio, Microsoft). Not case-sensitive.',
  },
  domain: {
    sample: 'news.example\nhttps://www.shop.example/path',
    hint: 'Domains. Scheme, www, path and port are ignored. A subdomain counts as a separate domain.',
  },
  appName: { sample: 'Recipes for everyone\nGhost TV', hint: 'App names. Not case-sensitive.' },
  ip: { sample: '192.0.2.7\n198.51.100.0/24\n2001:db8::/32', hint: 'IPv4 or IPv6 addresses, or ranges in CIDR form.' },
  deviceId: {
    sample: 'cdda802e-fb9c-47ad-9866-0794d394c912',
    hint: 'Advertising IDs of devices. Not case-sensitive.',
  },
  subId: { sample: 'placement-17', hint: 'Sub IDs as they appear in requests.' },
  postal: { sample: '10115\nSW1A 1AA', hint: 'Postal codes. Spaces are ignored.' },
};

/** Returns the texts for a list's members. */
export function memberTexts(entity: string, row: EntityRow): MemberTexts {
  if (entity === 'creList') {
    return {
      label: 'Creative',
      sample: 'cr-20417\nhttps://cdn.example/spot.mp4',
      hint: 'Creative IDs or media file URLs. Scheme and query string of a URL are ignored.',
    };
  }
  if (entity === 'pubList') {
    return {
      label: 'Publisher',
      sample: 'pub-0017\npub-0100',
      hint: 'Publisher IDs as they appear in requests. Case-sensitive.',
    };
  }
  const kind = appListKinds.find(({ value }) => value === row['kind']) ?? appListKinds[0];
  return { label: kind.label, ...ofKinds[kind.value] };
}

/** Returns the number of members of a list, as its row has it. */
export function memberCount(entity: string, row: EntityRow): number {
  return isMemberList(entity) ? Number(row[countFieldOf(entity)] ?? 0) : 0;
}
