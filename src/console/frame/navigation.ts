import type { UserType } from '#model/index.ts';

/** The side of the business that the console shows. */
export type Mode = 'ssp' | 'dsp';

/** Names of the pictures beside the entries; the sidebar maps them to icons. */
export type NavIcon = 'dashboard' | 'demands' | 'tags' | 'advertisers' | 'channels' | 'subpublishers' | 'report';

/** One link of the navigation and who sees it. */
export interface NavEntry {
  label: string;
  to: string;
  icon: NavIcon;
  for: readonly UserType[];
  /** The modes in which it is there; both when left out. */
  modes?: readonly Mode[];
}

/** Entries under one heading; a group without a heading stands by itself. */
export interface NavGroup {
  label: string | null;
  entries: readonly NavEntry[];
}

/** What the navigation asks of the signed-in user. */
export interface NavUser {
  type: UserType;
}

/** The whole navigation, for everybody: the order here is the order on screen. */
const navigation: readonly NavGroup[] = [
  {
    label: null,
    entries: [{ label: 'Dashboard', to: '/', icon: 'dashboard', for: ['admin', 'demand', 'sub', 'adv', 'sdk'] }],
  },
  { label: 'Platform', entries: [{ label: 'Demands', to: '/demands', icon: 'demands', for: ['admin'] }] },
  {
    label: 'Demand',
    entries: [
      { label: 'Tags', to: '/tags', icon: 'tags', for: ['demand'], modes: ['ssp'] },
      { label: 'Advertisers', to: '/advertisers', icon: 'advertisers', for: ['demand'] },
    ],
  },
  {
    label: 'Supply',
    entries: [
      { label: 'Channels', to: '/channels', icon: 'channels', for: ['demand'], modes: ['ssp'] },
      { label: 'Sub-publishers', to: '/subpublishers', icon: 'subpublishers', for: ['demand'], modes: ['ssp'] },
    ],
  },
  {
    label: 'Reports',
    entries: [{ label: 'Create Report', to: '/report', icon: 'report', for: ['admin', 'demand', 'sub', 'adv'] }],
  },
];

/** Whether an entry is there for a user in a mode. */
function isShown(entry: NavEntry, user: NavUser, mode: Mode): boolean {
  return entry.for.includes(user.type) && (entry.modes ?? [mode]).includes(mode);
}

/** The navigation of a user in a mode; groups that would be empty are left out. */
export function navigationFor(user: NavUser, mode: Mode): NavGroup[] {
  return navigation
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => isShown(entry, user, mode)) }))
    .filter((group) => group.entries.length > 0);
}
