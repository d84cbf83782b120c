import type { AppListKind } from '../lists/listModes.ts';
import type { MemberList } from '../lists/listMembers.ts';

/** What a thing of the catalogue was told to be: texts, numbers and flags by name, empty or 0 where nothing was told. */
export type DeclaredValue = string | number | boolean;

/** A figure of the last days by which the catalogue is sorted. */
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

/** A kind of what traffic shows. */
export interface ObservedKind {
  /** In addresses of the API. */
  name: 'apps' | 'sites' | 'publishers' | 'creatives';
  /** In the store, where it is the dimension of facts too. */
  inventory: 'app' | 'site' | 'publisher' | 'creative';
  /** What is told of each, and how it is read. */
  declared: Readonly<Record<string, 'text' | 'number' | 'flag'>>;
  /** What a search looks at beside the key. */
  searched: readonly string[];
  figures: readonly ObservedFigure[];
  /** The lists that name it. */
  list: MemberList;
  /** Of app lists, those of this kind alone. */
  listKind?: AppListKind;
}

const inventoryFigures: readonly ObservedFigure[] = [
  'reqs',
  'imps',
  'fill',
  'vtr',
  'errors',
  'rev',
  'cost',
  'profit',
  'ecpm',
];

/** The catalogues of observed inventory. */
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
    figures: ['imps', 'vtr', 'ctr', 'errors', 'errorShare', 'rev', 'ecpm'],
    list: 'creList',
  },
] as const satisfies readonly ObservedKind[];

/** Name of a kind. */
export type ObservedName = (typeof observedKinds)[number]['name'];

/** The kind of a name. */
export function observedKind(name: ObservedName): ObservedKind {
  const kind = observedKinds.find((each) => each.name === name);
  if (!kind) throw new RangeError(`nothing observed is called ${name}`);
  return kind;
}
