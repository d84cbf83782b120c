import { appListKinds, type AppListKind } from '#model/index.ts';
import { countFieldOf, isMemberList } from '#model/listMembers.ts';
import type { EntityRow } from '../entities/useEntity.ts';

/** What the members of a list are called, and what they look like. */
export interface MemberWords {
  /** Heading of their column. */
  label: string;
  /** Two or three of them, one per line. */
  sample: string;
  hint: string;
}

const ofKinds: Record<AppListKind, Omit<MemberWords, 'label'>> = {
  bundle: {
    sample: 'com.example.recipes\n1207472156',
    hint: 'App bundles or store ids. Upper and lower case are the same.',
  },
  domain: {
    sample: 'news.example\nhttps://www.shop.example/path',
    hint: 'Domains. Scheme, www, path and port are left out; a subdomain is a domain of its own.',
  },
  appName: { sample: 'Recipes for everybody\nGhost TV', hint: 'App names. Upper and lower case are the same.' },
  ip: { sample: '192.0.2.7\n198.51.100.0/24\n2001:db8::/32', hint: 'IPv4 or IPv6 addresses, or ranges in CIDR form.' },
  deviceId: {
    sample: 'cdda802e-fb9c-47ad-9866-0794d394c912',
    hint: 'Advertising ids of devices. Upper and lower case are the same.',
  },
  subId: { sample: 'placement-17', hint: 'Sub ids as requests carry them.' },
  postal: { sample: '10115\nSW1A 1AA', hint: 'Postal codes. Spaces do not matter.' },
};

/** The words for the members of a list. */
export function memberWords(entity: string, row: EntityRow): MemberWords {
  if (entity === 'creList') {
    return {
      label: 'Creative',
      sample: 'cr-20417\nhttps://cdn.example/spot.mp4',
      hint: 'Creative ids, or addresses of media files. Scheme and query of an address do not matter.',
    };
  }
  if (entity === 'pubList') {
    return {
      label: 'Publisher',
      sample: 'pub-0017\npub-0100',
      hint: 'Publisher ids as requests carry them, with their case.',
    };
  }
  const kind = appListKinds.find(({ value }) => value === row['kind']) ?? appListKinds[0];
  return { label: kind.label, ...ofKinds[kind.value] };
}

/** How many members a list has by its row. */
export function memberCount(entity: string, row: EntityRow): number {
  return isMemberList(entity) ? Number(row[countFieldOf(entity)] ?? 0) : 0;
}
