/** An area of the API, for the scopes of keys. */
interface AreaShape {
  area: string;
  label: string;
  help: string;
  /** The help in custom roles, where it differs. */
  roleHelp?: string;
  /** The chapters of the OpenAPI document whose calls it has. */
  chapters: readonly string[];
  /** Whether only the operator's admins have its calls. */
  isOfAdmins?: true;
}

/** The areas of the API: each chapter of the OpenAPI document is in exactly one. */
export const apiAreas = [
  {
    area: 'reports',
    label: 'Reports',
    help: 'Reports, saved and scheduled reports, export files, the dashboard, post-bid verification.',
    chapters: [
      'Reports',
      'Saved reports',
      'Scheduled reports',
      'Shared reports',
      'Exports',
      'Dashboard',
      'Post-bid verification',
    ],
  },
  {
    area: 'supply',
    label: 'Supply',
    help: 'Sub-publishers, channels with their waterfalls, suppliers, observed inventory.',
    chapters: ['Sub-publishers', 'Channels', 'Waterfall rows', 'Suppliers', 'Observed inventory'],
  },
  {
    area: 'demand',
    label: 'Demand',
    help: 'Advertisers, tags, ad exchanges, third-party pixels, cut-offs.',
    chapters: ['Advertisers', 'Tags', 'Ad exchanges', '3rd Party Pixels', 'Cut-offs'],
  },
  {
    area: 'campaigns',
    label: 'Campaigns',
    help: 'Campaigns, creatives, deals.',
    chapters: ['Campaigns', 'Creatives', 'Deals'],
  },
  {
    area: 'targeting',
    label: 'Targeting',
    help: 'Targetings and lists of apps, creatives and publishers.',
    chapters: ['Targetings', 'App lists', 'Creative lists', 'Publisher lists'],
  },
  {
    area: 'sdk',
    label: 'SDK apps',
    help: 'Apps, placements, versions of their remote config.',
    chapters: ['Apps', 'Placements', 'Config versions'],
  },
  {
    area: 'tools',
    label: 'Tools',
    help: '“Why no ad?”, what-if, forecasts, the VAST tester. Reading includes replays and test bids.',
    chapters: ['Why', 'What if', 'VAST tester'],
  },
  {
    area: 'changes',
    label: 'Changes and log',
    help: 'The log, change sets, configuration as code: only for objects of the other areas that the key has.',
    roleHelp: 'The log with undo, configuration as code: only for objects of the other areas.',
    chapters: ['Log', 'Change sets', 'Configuration as code', 'Waiting changes'],
  },
  {
    area: 'security',
    label: 'Security log',
    help: 'The security log and its export.',
    chapters: ['Security log'],
  },
  {
    area: 'account',
    label: 'Account',
    help: 'The profile, saved views, search. Users can be read, but not changed.',
    roleHelp: 'The profile of the account, partner users, API keys within the areas of the role.',
    chapters: [
      'Profile',
      'Saved views',
      'Search',
      'Session',
      'Managers',
      'Custom roles',
      'Partner users',
      'API keys',
      'Single sign-on',
    ],
  },
  {
    area: 'scim',
    label: 'Provisioning (SCIM)',
    help: 'Managers and groups of an identity provider: it creates, changes and suspends them. Only for owners and super admins.',
    chapters: ['SCIM'],
  },
  {
    area: 'finance',
    label: 'Finance',
    help: 'Statements, invoices, settlements, prices.',
    chapters: ['Finance'],
    isOfAdmins: true,
  },
  {
    area: 'platform',
    label: 'Platform',
    help: 'Accounts, the state of the system, exchange rates, tooltips. Users can be read, but not changed.',
    chapters: ['Platform', 'Demand accounts', 'Users', 'Exchange rates', 'Tooltips'],
    isOfAdmins: true,
  },
] as const satisfies readonly AreaShape[];

/** Name of an area. */
export type ApiArea = (typeof apiAreas)[number]['area'];

/** The use of an area; writing includes reading. */
export type ApiUse = 'read' | 'write';

/** The permission to use an area: reports:read. */
export type ApiScope = `${ApiArea}:${ApiUse}`;

/** All scopes, by area. */
export const apiScopes: readonly ApiScope[] = apiAreas.flatMap(({ area }): ApiScope[] => [
  `${area}:read`,
  `${area}:write`,
]);

/** The areas that a user can give to a key: those of admins only to admins. */
export function areasFor({ type }: { type: string }) {
  return apiAreas.filter((each) => type === 'admin' || !('isOfAdmins' in each));
}

/** The help of an area in custom roles. */
export function roleHelpOf(area: AreaShape): string {
  return area.roleHelp ?? area.help;
}

/** The area of a chapter; undefined for chapters that need none, since all their calls are public or internal. */
export function areaOfChapter(chapter: string): ApiArea | undefined {
  return apiAreas.find(({ chapters }) => (chapters as readonly string[]).includes(chapter))?.area;
}

/** Whether scopes include another one. */
export function hasScope(scopes: readonly ApiScope[], wanted: ApiScope): boolean {
  const writing = wanted.replace(/:read$/, ':write') as ApiScope;
  return scopes.includes(wanted) || scopes.includes(writing);
}

/** The scopes in both lists. */
export function commonScopes(some: readonly ApiScope[], others: readonly ApiScope[]): ApiScope[] {
  return apiScopes.filter((scope) => hasScope(some, scope) && hasScope(others, scope));
}
