import { hasPage } from '#model/entity/entityPages.ts';
import { hasPart, mayRead, type EntityName, type Reader, type UserType } from '#model/index.ts';
import type { Mode } from './modes.ts';
import { isPageInRole } from './pageScopes.ts';

/** Icon names of the entries; the sidebar maps them to components. */
export type NavIcon =
  | 'dashboard'
  | 'demands'
  | 'users'
  | 'tooltips'
  | 'tags'
  | 'creatives'
  | 'campaigns'
  | 'adexchanges'
  | 'advertisers'
  | 'channels'
  | 'subpublishers'
  | 'suppliers'
  | 'applists'
  | 'targetings'
  | 'pixels'
  | 'crelists'
  | 'publists'
  | 'deals'
  | 'sdk'
  | 'report'
  | 'reports'
  | 'finance'
  | 'rates'
  | 'log'
  | 'system'
  | 'security'
  | 'waiting'
  | 'managers'
  | 'roles'
  | 'why'
  | 'whatif'
  | 'observed'
  | 'cutoffs'
  | 'external';

/** A link of the navigation and who sees it. */
export interface NavEntry {
  label: string;
  /** Path of a page, or the URL of another site. */
  to: string;
  icon: NavIcon;
  for: readonly UserType[];
  /** Modes that show it; both when absent. */
  modes?: readonly Mode[];
  /** The entity that the page lists: users who may not read it do not see the entry. */
  entity?: EntityName;
  /** An entity that the page is about without listing it: users who may not read it do not see the entry. */
  needs?: EntityName;
  /** The entity's plural label, where it differs from `label`. */
  rowsLabel?: string;
  /** True when of an account only the owner sees it, not managers, and of admins only the super admin. */
  isForOwner?: boolean;
  /** True when it needs changes that wait for a second person. */
  isOfFourEyes?: boolean;
  /** True when it links to another site. */
  isExternal?: boolean;
  /** Other pages that belong to the entry. */
  isAlso?: readonly string[];
}

/** Entries under a heading; a group without a heading stands alone. */
export interface NavGroup {
  id: string;
  label: string | null;
  entries: readonly NavEntry[];
}

/** The parts of the signed-in user that the navigation checks. */
export interface NavUser extends Reader {
  type: UserType;
  managerId: number | null;
  config: Reader['config'] & { insightHub: string | null; fourEyes?: boolean | undefined };
}

const bothModes: readonly Mode[] = ['ssp', 'dsp'];
const allUserTypes: readonly UserType[] = ['admin', 'demand', 'sub', 'adv', 'sdk'];
const readers: readonly UserType[] = ['admin', 'demand', 'sub', 'adv'];
const admin: readonly UserType[] = ['admin'];
const demand: readonly UserType[] = ['demand'];
const adminOrDemand: readonly UserType[] = ['admin', 'demand'];

/** The whole navigation, in the order on screen. */
export const navigation: readonly NavGroup[] = [
  {
    id: 'home',
    label: null,
    entries: [
      { label: 'Dashboard', to: '/', icon: 'dashboard', for: allUserTypes },
      { label: 'SDK Admin', to: '/sdk', icon: 'sdk', for: ['sdk'], entity: 'sdkApp', rowsLabel: 'Apps' },
    ],
  },
  {
    id: 'platform',
    label: 'Platform',
    entries: [
      { label: 'Demands', to: '/demands', icon: 'demands', for: admin, entity: 'demand', rowsLabel: 'Demand accounts' },
      { label: 'Users', to: '/users', icon: 'users', for: admin, entity: 'user' },
      { label: 'Tooltips', to: '/tooltips', icon: 'tooltips', for: admin, entity: 'tooltip' },
      { label: 'System', to: '/system', icon: 'system', for: admin },
    ],
  },
  {
    id: 'demand',
    label: 'Demand',
    entries: [
      { label: 'Tags', to: '/tags', icon: 'tags', for: demand, modes: ['ssp'], entity: 'tag' },
      { label: 'Creatives', to: '/creatives', icon: 'creatives', for: demand, modes: ['dsp'], entity: 'creative' },
      { label: 'Campaigns', to: '/campaigns', icon: 'campaigns', for: demand, modes: ['dsp'], entity: 'campaign' },
      {
        label: 'Ad exchanges',
        to: '/adexchanges',
        icon: 'adexchanges',
        for: demand,
        modes: ['dsp'],
        entity: 'adexchange',
      },
      { label: 'Advertisers', to: '/advertisers', icon: 'advertisers', for: demand, entity: 'advertiser' },
    ],
  },
  {
    id: 'supply',
    label: 'Supply',
    entries: [
      { label: 'Channels', to: '/channels', icon: 'channels', for: demand, modes: ['ssp'], entity: 'channel' },
      {
        label: 'Sub-publishers',
        to: '/subpublishers',
        icon: 'subpublishers',
        for: demand,
        modes: ['ssp'],
        entity: 'subpublisher',
      },
      { label: 'Suppliers', to: '/suppliers', icon: 'suppliers', for: demand, modes: ['dsp'], entity: 'supplier' },
    ],
  },
  {
    id: 'targeting',
    label: 'Targeting',
    entries: [
      { label: 'App lists', to: '/applists', icon: 'applists', for: admin, modes: ['ssp'], entity: 'appList' },
      { label: 'App lists', to: '/applists', icon: 'applists', for: demand, entity: 'appList' },
      { label: 'Targetings', to: '/targetings', icon: 'targetings', for: demand, entity: 'targeting' },
      { label: '3rd Party Pixels', to: '/ivts', icon: 'pixels', for: demand, entity: 'ivt' },
      { label: 'Creative lists', to: '/crelists', icon: 'crelists', for: demand, entity: 'creList' },
      { label: 'Publisher lists', to: '/publists', icon: 'publists', for: demand, entity: 'pubList' },
      { label: 'Deals', to: '/deals', icon: 'deals', for: demand, modes: ['dsp'], entity: 'deal' },
    ],
  },
  {
    id: 'reports',
    label: 'Reports',
    entries: [
      { label: 'Create Report', to: '/report', icon: 'report', for: readers },
      { label: 'Saved Reports', to: '/reports', icon: 'reports', for: readers },
      { label: 'Financial Report', to: '/finance', icon: 'finance', for: admin },
      { label: 'User Activity', to: '/log', icon: 'log', for: adminOrDemand },
      { label: 'Security log', to: '/security', icon: 'security', for: adminOrDemand, isForOwner: true },
      { label: 'Waiting changes', to: '/waiting', icon: 'waiting', for: admin, isOfFourEyes: true },
      { label: 'Waiting changes', to: '/waiting', icon: 'waiting', for: demand, isForOwner: true, isOfFourEyes: true },
    ],
  },
  {
    id: 'troubleshoot',
    label: 'Troubleshoot',
    entries: [
      { label: 'Why no ad?', to: '/why', icon: 'why', for: adminOrDemand, needs: 'channel' },
      { label: 'What if?', to: '/whatif', icon: 'whatif', for: adminOrDemand, needs: 'channel' },
      { label: 'VAST tester', to: '/tester', icon: 'crelists', for: demand, needs: 'tag' },
      {
        label: 'Observed',
        to: '/sites',
        icon: 'observed',
        for: demand,
        isAlso: ['/applications', '/publishers', '/tcreatives'],
      },
      { label: 'Observed', to: '/applications', icon: 'observed', for: admin },
      { label: 'Cut-offs', to: '/cutoffs', icon: 'cutoffs', for: adminOrDemand },
      { label: 'ads.txt', to: '/adstxt', icon: 'publists', for: demand, needs: 'subpublisher' },
    ],
  },
  {
    id: 'account',
    label: null,
    entries: [
      {
        label: 'Managers',
        to: '/managers',
        icon: 'managers',
        for: demand,
        entity: 'manager',
        isForOwner: true,
      },
      {
        label: 'Roles',
        to: '/roles',
        icon: 'roles',
        for: demand,
        entity: 'role',
        rowsLabel: 'Custom roles',
        isForOwner: true,
      },
    ],
  },
];

/** True when a user sees an entry in a mode; null = in either mode. */
export function isShown(entry: NavEntry, user: NavUser, mode: Mode | null): boolean {
  return (
    entry.for.includes(user.type) &&
    (mode === null || (entry.modes ?? [mode]).includes(mode)) &&
    hasPage(user.config.database, entry.to) &&
    isPageInRole(user, entry.to) &&
    (!entry.isOfFourEyes || user.config.fourEyes === true) &&
    [entry.entity, entry.needs].every((entity) => entity === undefined || mayRead(user, entity)) &&
    (!entry.isForOwner || user.role === 'super' || (user.type === 'demand' && user.managerId === null))
  );
}

/** The link to the insight hub, in the edition that has it. */
function insightHub(user: NavUser): NavEntry[] {
  const { database, insightHub: to } = user.config;
  if (!hasPart(database, 'insightHub') || to === null || !adminOrDemand.includes(user.type)) return [];
  return [{ label: 'Insight Hub', to, icon: 'external', for: adminOrDemand, isExternal: true }];
}

/** A user's navigation in a mode, without empty groups. */
export function navigationFor(user: NavUser, mode: Mode): NavGroup[] {
  return navigation
    .map((group) => ({
      ...group,
      entries: [
        ...group.entries.filter((entry) => isShown(entry, user, mode)),
        ...(group.id === 'account' ? insightHub(user) : []),
      ],
    }))
    .filter((group) => group.entries.length > 0);
}

/** The mode that a page, or that of one of its rows, belongs to; null when it belongs to both or has no menu entry. */
export function modeOfPage(path: string): Mode | null {
  const entries = navigation
    .flatMap((group) => group.entries)
    .filter(({ to }) => to === path || path.startsWith(`${to}/`));
  const modes = new Set(entries.flatMap((entry) => entry.modes ?? bothModes));
  const [mode = null] = modes;
  return modes.size === 1 ? mode : null;
}

/** The pages that list entities for a user in either mode, by entity. */
export function entityPagesFor(user: NavUser): Map<EntityName, NavEntry> {
  const pages = new Map<EntityName, NavEntry>();
  for (const entry of navigation.flatMap((group) => group.entries)) {
    if (entry.entity && isShown(entry, user, null)) pages.set(entry.entity, entry);
  }
  return pages;
}
