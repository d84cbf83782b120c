import type { ChannelRow, Fault, Role, Status, TagRow, UserType } from '#model/index.ts';

/** The signed-in user as the console knows it: the answer of login and of GET /api/session. */
export interface SessionUser {
  id: number;
  type: UserType;
  /** Whose rights it has: the type, where the super admin differs from the other admins. */
  role: Role;
  login: string;
  name: string;
  /** The account whose rows it sees; null for admins, who see all. */
  demandId: number | null;
  subpublisherId: number | null;
  advertiserId: number | null;
  managerId: number | null;
  /** Whole hours from UTC, -12 to 12. */
  timezone: number;
  tagParams: string[] | null;
  showDsp: boolean;
  showPostbidPix: boolean;
  showPostbidWh: boolean;
  showCheckIVT: boolean;
  showSystemCost: boolean;
  vastParams: string[] | null;
  vast2Params: string[] | null;
  config: SessionConfig;
  /** Admins only: 'super' for the super admin, else a name of its own. */
  uid?: string;
  /** Admins only: true for all but the super admin, who alone may change accounts and users. */
  isDisabled?: boolean;
}

/** What the installation tells the console. */
export interface SessionConfig {
  /** Host of the console, with its port. */
  host: string;
  /** Where the logo leads; null = nowhere. */
  landing: string | null;
  /** Edition of the product; null = the plain one. */
  database: 'V2V' | 'CTVMediaV2V' | null;
}

/** What the page carries in `<script id="session" type="application/json">`. */
export interface PageSession {
  user: SessionUser | null;
  /** Whether this is the demo network. */
  isDemo: boolean;
  /** Logins that the login page offers; empty but for the demo network. */
  demoLogins: DemoLogin[];
}

/** A login that the demo network offers. */
export interface DemoLogin {
  login: string;
  password: string;
  label: string;
}

/** Body of POST /api/auth/login. */
export interface LoginRequest {
  login: string;
  password: string;
}

/** One fault of a call; path names the value that has it, '' for the call as a whole. */
export type Problem = Fault;

/** Body of every answer that is an error. */
export interface ProblemAnswer {
  problems: Problem[];
  requestId: string;
}

/**
 * Query of GET /api/{path of an entity}. Lists are comma-separated in the URL (`status=0,1`). Without status, archived
 * rows are left out. `sort` is a field, 'id', 'createdAt' or 'updatedAt', with '-' in front for descending.
 * References, choices and flags of the entity are filters by their names: `advertiserId=3,4`, `environment=ctv`.
 */
export interface ListQuery {
  /** Part of the name, or a whole id or uid. */
  q?: string;
  status?: Status[];
  sort?: string;
  /** From 1. */
  page?: number;
  /** From 1 to 1000. */
  size?: number;
  filters?: Record<string, (string | number | boolean)[]>;
}

/**
 * The row of an entity in a list: with the names of the rows that its references point to, by field. Fields of markup
 * (kind xml) are not in it; reading the one row gives them.
 */
export type ListedRow<Row> = Row & { names: Record<string, string> };

/** Answer of GET /api/{path of an entity}. */
export interface ListAnswer<Row> {
  rows: ListedRow<Row>[];
  /** Rows that match on all pages. */
  total: number;
  page: number;
  size: number;
}

/** What a waterfall row shows beside its own fields. */
export interface WaterfallDisplay {
  tag: Pick<TagRow, 'name' | 'uid' | 'status' | 'source' | 'rateModel' | 'rate' | 'advertiserId'> & {
    advertiserName: string;
    advertiserStatus: Status;
  };
  channel: Pick<ChannelRow, 'name' | 'uid' | 'status' | 'environment' | 'floor'>;
}

/** Body of POST /api/{path}/bulk: the rows named, or all that match a filter as in the list's query. */
export interface BulkRequest {
  ids?: number[];
  /** Every row that matches; give ids or this. */
  all?: { q?: string; status?: Status[]; filters?: Record<string, (string | number | boolean)[]> };
  status: Status;
}

/** Answer of POST /api/{path}/bulk: one result per row asked for. */
export interface BulkAnswer {
  /** Rows that now have the status, those that had it before included. */
  changed: number;
  results: { id: number; problem: Problem | null }[];
}

/** An item of the shared lists, such as GET /api/demand/tags/list; uid and status for tags and channels. */
export interface NamedItem {
  id: number;
  name: string;
  uid?: string;
  status?: Status;
}

/** Answer of GET /api/demand/channels/{id}/tag: the tag a publisher puts into its player. */
export interface ChannelTag {
  /** Address of the channel without parameters. */
  url: string;
  /** The address with every parameter and its macro. */
  fullUrl: string;
  parameters: ChannelTagParameter[];
}

/** A parameter of a channel's tag. */
export interface ChannelTagParameter {
  param: string;
  /** The macro that a player or ad server replaces. */
  macro: string;
  isRequired: boolean;
  help: string;
}

/** Pages of the console; `{id?}` may be absent. Any other path answers 404 with the same shell. */
export const consoleRoutes = [
  '/',
  '/login',
  '/advertisers',
  '/channels',
  '/demands',
  '/report/{id?}',
  '/subpublishers',
  '/tags',
  '/users',
] as const;

/** Whether a path is a page of the console. A trailing slash makes no difference. */
export function isConsolePath(path: string): boolean {
  const asked = path === '/' ? path : path.replace(/\/$/, '');
  return consoleRoutes.some((route) => {
    const base = route.replace('/{id?}', '');
    if (asked === base) return true;
    return base !== route && asked.startsWith(`${base}/`) && /^[^/]+$/.test(asked.slice(base.length + 1));
  });
}
