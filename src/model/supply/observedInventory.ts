import { seesMoney } from '../account/capabilities.ts';
import type { Reader } from '../entity/permissions.ts';
import type { AppListKind } from '../lists/listModes.ts';
import type { MemberList } from '../lists/listMembers.ts';

/** A declared property of observed inventory: text, number or flag; empty or 0 when it was not declared. */
export type DeclaredValue = string | number | boolean;

/** A figure of recent days by which observed inventory is sorted. */
export type ObservedFigure =
  | 'reqs'
  | 'imps'
  | 'fill'
  | 'vtr'
  | 'ctr'
  | 'errors'
  | 'errorShare'
  | 'rev'
  | 'cost'
  | 'profit'
  | 'ecpm';

/** A kind of observed inventory. */
export interface ObservedKind {
  /** Its name in API paths. */
  name: 'apps' | 'sites' | 'publishers' | 'creatives';
  /** Its name in the store, which is also the dimension of facts. */
  inventory: 'app' | 'site' | 'publisher' | 'creative';
  /** Its declared properties with their types. */
  declared: Readonly<Record<string, 'text' | 'number' | 'flag'>>;
  /** Properties searched besides the key. */
  searched: readonly string[];
  /** In the order of columns. */
  figures: readonly ObservedFigure[];
  /** The list entity that can contain it. */
  list: MemberList;
  /** Restricts app lists to this kind. */
  listKind?: AppListKind;
}

/** The order of rows unless a user requests another: the highest revenue first, or the most impressions without money. */
export function defaultObservedSort(user: Pick<Reader, 'hidesMoney'>): string {
  return seesMoney(user) ? '-rev' : '-imps';
}

const inventoryFigures: readonly ObservedFigure[] = [
  'rev',
  'ecpm',
  'reqs',
  'imps',
  'fill',
  'vtr',
  'errors',
  'cost',
  'profit',
];

/** The kinds of observed inventory. */
export const observedKinds = [
  {
    name: 'apps',
    inventory: 'app',
    declared: { name: 'text', storeUrl: 'text', os: 'text', environment: 'text', publisher: 'text', category: 'text' },
    searched: ['name', 'publisher'],
    figures: inventoryFigures,
    list: 'appList',
    listKind: 'bundle',
  },
  {
    name: 'sites',
    inventory: 'site',
    declared: { declared: 'text', detected: 'text', publisher: 'text', category: 'text' },
    searched: ['detected', 'publisher'],
    figures: inventoryFigures,
    list: 'appList',
    listKind: 'domain',
  },
  {
    name: 'publishers',
    inventory: 'publisher',
    declared: { name: 'text', domain: 'text', hops: 'number' },
    searched: ['name', 'domain'],
    figures: inventoryFigures,
    list: 'pubList',
  },
  {
    name: 'creatives',
    inventory: 'creative',
    declared: {
      title: 'text',
      id: 'text',
      advertiser: 'text',
      adomains: 'text',
      durationS: 'number',
      url: 'text',
      type: 'text',
      width: 'number',
      height: 'number',
      bitrate: 'number',
      isVpaid: 'flag',
      depth: 'number',
    },
    searched: ['title', 'id', 'advertiser', 'adomains', 'url'],
    figures: ['rev', 'ecpm', 'imps', 'vtr', 'ctr', 'errors', 'errorShare'],
    list: 'creList',
  },
] as const satisfies readonly ObservedKind[];

export type ObservedName = (typeof observedKinds)[number]['name'];

export function observedKind(name: ObservedName): ObservedKind {
  const kind = observedKinds.find((each) => each.name === name);
  if (!kind) throw new RangeError(`nothing observed is called ${name}`);
  return kind;
}
