import type {
  ChangeAction,
  ChangeSource,
  ChannelRow,
  Contact,
  Dimension,
  DimensionGroup,
  Edition,
  EntityName,
  Environment,
  Fault,
  FieldChange,
  Role,
  Seller,
  SellerEntry,
  Status,
  TagRow,
  UserType,
} from '#model/index.ts';

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
  /** Name of that account; null for admins. */
  accountName: string | null;
  managerId: number | null;
  /** What a manager is restricted to; null = all of the account. */
  scope: { advertiserIds: number[] | null; subpublisherIds: number[] | null };
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
  /** Whether a program calls, with the API token of the account; absent where it does not. */
  isProgram?: boolean;
  /** The admin who acts as this user; null for the user itself. */
  adminId: number | null;
  adminName: string | null;
  /** Key of encrypted answers, 32 bytes in base64; absent where answers are not encrypted. */
  encryptKey?: string;
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
  database: Edition | null;
  /** Address of the insight hub, which the V2V edition links to; null = there is none. */
  insightHub: string | null;
  /** Base of the addresses of creatives' files, on the origin of ad serving. */
  mediaUrl: string;
}

/** What the page carries in `<script id="session" type="application/json">`. */
export interface PageSession {
  user: SessionUser | null;
  /** The server's time when it made the page, ISO 8601: what the page calls now, whatever the device's clock says. */
  now: string;
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

/**
 * Header by which the console says whom its page shows, by id. When the session belongs to another user by now, because
 * somebody signed in or began to act as somebody in another tab, the call counts as one without a session.
 */
export const shownUserHeader = 'x-bidhouse-user';

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
 * The row of an entity in a list: with the names of the rows that its references point to, by field. Fields of markup
 * (kind xml) are not in it; reading the one row gives them.
 */
export type ListedRow<Row> = Row & {
  names: Record<string, string>;
  /** Of what others carry: how many objects of the account do, archived ones not. */
  uses?: number;
};

/** How far a campaign has used up the budget of its flight, or else of today, beside the time that is over. */
export interface Pacing {
  period: 'flight' | 'day';
  /** Parts of 1; null while what was delivered is not known. */
  delivered: number | null;
  elapsed: number;
}

/** Figures by metric, as reports answer them. */
export type FigureValues = Readonly<Record<string, string | number | null>>;

/** Figures over a period, and over the one before it. */
export interface ComparedFigures {
  metrics?: FigureValues;
  previous?: FigureValues;
}

/** The days that figures are compared with; until = the hour at which the last of them ends, null = at its end. */
export interface ComparedPeriod {
  from: string;
  to: string;
  until: number | null;
}

/** Something that keeps a row from working as its status says. It is computed whenever it is shown, never stored. */
export interface RowState {
  /** One of the entity's kinds in model/rowStates.ts. */
  code: string;
  /** The reason in one sentence. */
  text: string;
  /** The field, or the tab of the row, in which it can be mended. */
  fix?: string;
}

/** Answer of GET /api/{path of an entity}. */
export interface ListAnswer<Row> {
  rows: ListedRow<Row>[];
  /** Rows that match on all pages. */
  total: number;
  page: number;
  size: number;
  /** Of all rows that match. */
  totals?: ComparedFigures;
  compared?: ComparedPeriod;
  /** Late = they come with a later answer; away = they cannot be had at the moment. */
  figures?: 'shown' | 'late' | 'away';
}

/** What a waterfall row shows beside its own fields. */
export interface WaterfallDisplay {
  tag: Pick<TagRow, 'name' | 'uid' | 'status' | 'integration' | 'source' | 'rateModel' | 'rate' | 'advertiserId'> & {
    advertiserName: string;
    advertiserStatus: Status;
    /** Why an active tag is not called now: its flight, or a cap that is reached. */
    rest: 'scheduled' | 'ended' | 'capped' | null;
  };
  channel: Pick<ChannelRow, 'name' | 'uid' | 'status' | 'environment' | 'floor'> & { rest: 'capped' | null };
}

/** Answer of GET /api/{path}/{id}/uses: which objects carry a row, by the field in which they name it. */
export type UsesAnswer = {
  entity: EntityName;
  field: string;
  /** What the field is called. */
  label: string;
  total: number;
  /** At most 100 of them. */
  rows: { id: number; name: string; status: Status }[];
}[];

/** Body of POST /api/demand/targetings/test: a targeting, stored or not, and a request that is made up. */
export interface TargetingTest {
  targetingId?: number;
  values?: Record<string, unknown>;
  request: {
    /** A channel's tag URL with its parameters. */
    url?: string;
    /** Parameters, which go before those of the URL. */
    params?: Record<string, string>;
    headers?: Record<string, string>;
    /** Absent = that of the channel in the URL, else web. */
    environment?: Environment;
    /** When it comes, ISO 8601; absent = now. */
    at?: string;
  };
}

/** Answer of POST /api/demand/targetings/test. */
export interface TargetingTestAnswer {
  passes: boolean;
  dimensions: {
    dimension: Dimension;
    label: string;
    group: DimensionGroup;
    /** any = the targeting says nothing of it. */
    verdict: 'pass' | 'fail' | 'any';
    /** What the request tells; empty = nothing. */
    seen: string;
  }[];
}

/**
 * An item of the shared lists, such as GET /api/demand/tags/list; uid for tags and channels, status for these and
 * creatives, the count of members for lists of creatives and publishers.
 */
export interface NamedItem {
  id: number;
  name: string;
  uid?: string;
  status?: Status;
  creCount?: number;
  pubCount?: number;
}

/** Answer of GET and body of PUT /api/demand/info: the profile of the signed-in user. Prices are decimal USD text. */
export interface Profile {
  name: string;
  companyName: string;
  companyAddress: string;
  contactNumber: string;
  /** YYYY-MM-DD; null = no date. */
  contactExpired: string | null;
  /** The last four characters of the account's API token behind dots; empty = there is none. Its owner's alone, read-only. */
  token?: string;
  /** The account's uid: what an admin who acts as the user sees in place of the token. Read-only. */
  uid?: string;
  /** Host of the account's channel tags; empty = the platform's. Read-only. */
  domain: string;
  /** Whole hours from UTC. */
  timezone: number;
  contacts: Contact[];
  /** Of demand users: the sellers of the account. Of sub users: how sellers.json tells of them. Absent for others. */
  sellersJson?: SellerEntry[] | Seller;
  /** Null when there is none. */
  tagParams: string[] | null;
  /** Demand users only, as all that follows; read-only but for an admin who acts as the user. */
  priceReq?: string;
  /** Percent. */
  priceDsp?: number;
  priceImp?: string;
  pricePostbid?: string;
  /** Percent. */
  postbidPercent?: number;
  setPostbidAll?: 1 | null;
  setCheckIVTAll?: 1 | null;
  blockIVT?: 1 | null;
  delOldCreatives?: 1 | null;
}

/** Answer of GET and body of PUT /api/admin/config. */
export interface PlatformConfig {
  /** Impressions that may be measured a month, over all accounts. */
  postbidMaxImps: number;
  /** Postbid reports that may be run a month, over all accounts. */
  postbidMaxReps: number;
}

/** A state of a list page that somebody gave a name. */
export interface SavedView {
  id: number;
  /** Path of the page: "/tags". */
  page: string;
  name: string;
  /** The search part of the address, without "?". */
  search: string;
  /** Whether the other people of the account see it too. */
  isShared: boolean;
  /** Whether the caller made it. */
  isOwn: boolean;
}

/** One hit of GET /api/search. */
export interface SearchHit {
  entity: EntityName;
  id: number;
  name: string;
  uid?: string;
  status?: Status;
}

/** An entry of GET /api/log. */
export interface LogRow {
  id: number;
  /** ISO 8601. */
  at: string;
  demandId: number | null;
  accountName: string | null;
  userId: number | null;
  userName: string | null;
  /** The admin who acted as the user. */
  adminName: string | null;
  action: ChangeAction;
  entity: string;
  rowId: number | null;
  /** What the object was called then. */
  name: string;
  fields: FieldChange[];
  ip: string;
  source: ChangeSource;
  requestId: string;
  revertOf: number | null;
  /** The change set that it is part of, with how many entries it has and whether the caller may take all of it back. */
  batch: { id: number; count: number; canUndo: boolean } | null;
  /** Whether the caller may take it back. */
  canRevert: boolean;
  /** Names of the objects that its fields refer to: entity → id → name. */
  names: Record<string, Record<string, string>>;
}

/** Help beside a field, by GET /api/tooltips/shown: key → title, Markdown text and link. */
export type ShownTooltips = Record<string, { title: string; body: string; link: string }>;

/** Answer of GET /api/demand/channels/{id}/tag: the tag a publisher puts into its player. */
export interface ChannelTag {
  /** Address of the channel without parameters. */
  url: string;
  /** The address with the required and the usual parameters and their macros. */
  fullUrl: string;
  parameters: ChannelTagParameter[];
  /** Where ad serving answers: the base of all addresses, without a slash at the end. */
  adsUrl: string;
  /** Where OpenRTB bid requests for the channel are posted to. */
  rtbUrl: string;
  /** Where pages with Prebid.js, and Prebid Servers, post their auctions to; they name the channel by its uid. */
  auctionUrl: string;
  /** Where Prebid.js asks which users are known. */
  syncUrl: string;
  uid: string;
}

/** What parameters of a tag tell of; `account` are the account's own. */
export const channelTagGroups = ['request', 'device', 'player', 'content', 'privacy', 'account'] as const;

/** A parameter of a channel's tag. */
export interface ChannelTagParameter {
  param: string;
  /** The macro that a player or ad server replaces, as VAST 4 writes it; names of our own where VAST has none. */
  macro: string;
  /** Whether tags of the channel's environment cannot do without it. */
  isRequired: boolean;
  /** Whether they carry it as a rule; required ones do. */
  isUsual: boolean;
  help: string;
  group: (typeof channelTagGroups)[number];
  /** Other names under which it is read. */
  aliases: string[];
}
