import type { EntityName } from './entities.ts';
import { type Edition, hasPart } from '../account/editions.ts';
import type { ApiScope } from '../account/apiScopes.ts';
import type { ScopeLimits } from '../account/scopeLimits.ts';
import type { ManagerRole, UserType } from '../account/user.ts';

/** Actions on the rows of an entity. */
export type Action = 'read' | 'create' | 'update' | 'delete';

/**
 * The role of a request: the user type, with the super admin apart from other admins, and managers of an account apart
 * from its owner.
 */
export type Role = 'super' | UserType | ManagerRole;

/** The roles of demand users: the owner of an account, and its managers. */
export const accountRoles: readonly Role[] = ['demand', 'full', 'trafficker', 'readonly', 'finance'];

type Rights = Partial<Record<EntityName, readonly Action[]>>;

const everything: readonly Action[] = ['read', 'create', 'update', 'delete'];
const manage: readonly Action[] = ['read', 'create', 'update'];
const readOnly: readonly Action[] = ['read'];

/** The entities with which an account trades, except its partners. */
const tradingEntities = [
  'tag',
  'channel',
  'campaign',
  'creative',
  'deal',
  'targeting',
  'appList',
  'creList',
  'pubList',
  'ivt',
] as const satisfies readonly EntityName[];

/** The SDK apps, and what belongs to them. */
const sdkObjects = ['sdkApp', 'sdkPlacement', 'sdkConfig'] as const satisfies readonly EntityName[];

/** The partners of an account. */
const partners = ['advertiser', 'subpublisher', 'supplier', 'adexchange'] as const satisfies readonly EntityName[];

function rights(names: readonly EntityName[], actions: readonly Action[]): Rights {
  return Object.fromEntries(names.map((name) => [name, actions]));
}

const viewAccount: Rights = { ...rights([...tradingEntities, ...partners], readOnly), waterfallRow: readOnly };
const viewSdk: Rights = rights(sdkObjects, readOnly);
const manageAccount: Rights = {
  ...rights([...tradingEntities, ...partners], manage),
  waterfallRow: everything,
  login: manage,
};

/**
 * The permission table: role × entity × action. Anything not listed is denied. Admins see every account; all others see
 * only the rows of their own account.
 */
export const permissions: Record<Role, Rights> = {
  super: {
    ...viewAccount,
    ...rights(['demand', 'user', 'tooltip', 'exchangeRate', 'appList'], manage),
    ...viewSdk,
  },
  admin: { ...viewAccount, ...rights(['demand', 'user', 'tooltip', 'exchangeRate'], readOnly), ...viewSdk },
  demand: { ...manageAccount, manager: manage, role: manage, ...viewSdk },
  full: { ...manageAccount, ...viewSdk },
  trafficker: { ...rights(tradingEntities, manage), ...rights(partners, readOnly), waterfallRow: everything },
  readonly: viewAccount,
  finance: rights(partners, readOnly),
  sub: {},
  adv: {},
  sdk: rights(sdkObjects, manage),
};

/** Whether a role may perform an action on an entity. */
export function isAllowed(role: Role, entity: EntityName, action: Action): boolean {
  return permissions[role][entity]?.includes(action) ?? false;
}

/** The entities of DSP mode, which the operator enables for an account. */
const dspEntities: ReadonlySet<EntityName> = new Set(['campaign', 'creative', 'adexchange', 'supplier', 'deal']);

/** The properties of a user that decide what it may read. */
export interface Reader {
  role: Role;
  /** Whether the operator has enabled DSP mode for the user's account. */
  showDsp: boolean;
  /** The installation's settings; `database` is its edition, null = the plain one. */
  config: { readonly database: Edition | null };
  /** The scopes to which its custom role and the API key of the call limit it; absent without either. */
  scopes?: readonly ApiScope[] | undefined;
  /** The entities within these scopes. */
  limits?: Readonly<ScopeLimits> | undefined;
  /** Whether its custom role hides money; absent = it sees money (`seesMoney`). */
  hidesMoney?: true | undefined;
}

/** Whether a user has DSP mode: admins do, and accounts for which it is enabled. */
export function hasDsp({ role, showDsp }: Pick<Reader, 'role' | 'showDsp'>): boolean {
  return showDsp || role === 'super' || role === 'admin';
}

/**
 * Whether a user's role may perform an action on an entity, in the modes that the user has and in the edition, and
 * within the limits of its custom role and of the call's API key.
 */
function isAllowedIn(user: Reader, entity: EntityName, action: Action): boolean {
  return (
    isAllowed(user.role, entity, action) &&
    (hasDsp(user) || !dspEntities.has(entity)) &&
    hasPart(user.config.database, entity) &&
    isWithinLimits(user, entity, action)
  );
}

/** Whether an entity is within the limits of a user's custom role and of the call's API key. */
export function isWithinLimits({ limits }: Pick<Reader, 'limits'>, entity: EntityName, action: Action): boolean {
  return limits?.[action === 'read' ? 'read' : 'write'].includes(entity) ?? true;
}

/** Whether a user may read the rows of an entity. */
export function mayRead(user: Reader, entity: EntityName): boolean {
  return isAllowedIn(user, entity, 'read');
}

/** The partners that a user works with, per side; null = all of the account. */
export interface PartnerLimits {
  advertiserIds: readonly number[] | null;
  subpublisherIds: readonly number[] | null;
}

/** The entities of users that can sign in, and their roles. */
const people: ReadonlySet<EntityName> = new Set(['user', 'manager', 'role', 'login']);

/** Whether rows of an entity can be changed in sets and imported: those of an account, except its users and roles. */
export function isInSets({ name, ownedBy }: { name: string; ownedBy: string }): boolean {
  return ownedBy !== 'platform' && !people.has(name as EntityName);
}

/** Whether a user is limited to certain partners of its account. */
export function isScoped({ scope }: { scope: PartnerLimits }): boolean {
  return scope.advertiserIds !== null || scope.subpublisherIds !== null;
}

/** The properties of a user that decide its rights. */
export interface RightsHolder extends Reader {
  scope: PartnerLimits;
  /** Whether the caller is a program with an API key or the account's API token. */
  isProgram?: boolean | undefined;
}

/**
 * Whether a user may perform an action on an entity, by its role, mode and partners. A user limited to certain partners
 * cannot add partners of that side, and cannot change suppliers and ad exchanges, which trade with all of them. A
 * program cannot change users and roles: a login it created would outlive its token.
 */
export function mayDo(user: RightsHolder, entity: EntityName, action: Action): boolean {
  const { scope, isProgram } = user;
  if (!isAllowedIn(user, entity, action)) return false;
  if (isProgram && people.has(entity)) return action === 'read';
  if (entity === 'supplier' || entity === 'adexchange') return action === 'read' || !isScoped({ scope });
  if (entity === 'advertiser') return action !== 'create' || scope.advertiserIds === null;
  if (entity === 'subpublisher') return action !== 'create' || scope.subpublisherIds === null;
  return true;
}

/** Entities whose names a role may see for selection without reading their rows. */
const pickable: Partial<Record<Role, readonly EntityName[]>> = { sdk: ['channel'] };

/** Whether a user may see the names of an entity's rows. */
export function canPick(user: Reader, entity: EntityName): boolean {
  return mayRead(user, entity) || (pickable[user.role]?.includes(entity) ?? false);
}

/** The roles that review creatives; those who create them daily do not. */
export const reviewRoles: readonly Role[] = ['super', 'demand', 'full'];

/** The roles that may read the change log. */
export const logRoles: readonly Role[] = ['super', 'admin', ...accountRoles];

/** The roles that close months, issue invoices and record payments. */
export const financeRoles: readonly Role[] = ['super', 'admin'];

/** The roles that may run reports. */
export const reportRoles: readonly Role[] = ['super', 'admin', ...accountRoles, 'sub', 'adv'];
