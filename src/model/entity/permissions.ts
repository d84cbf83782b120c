import type { EntityName } from './entities.ts';
import type { ManagerRole, UserType } from '../account/user.ts';

/** What can be done with the rows of an entity. */
export type Action = 'read' | 'create' | 'update' | 'delete';

/**
 * Whose rights a request has: the user's type, where the super admin differs from the other admins, and the managers of
 * an account from its owner.
 */
export type Role = 'super' | UserType | ManagerRole;

/** The roles of demand users: the owner of an account, and its managers. */
export const accountRoles: readonly Role[] = ['demand', 'full', 'trafficker', 'readonly', 'finance'];

type Rights = Partial<Record<EntityName, readonly Action[]>>;

const everything: readonly Action[] = ['read', 'create', 'update', 'delete'];
const manage: readonly Action[] = ['read', 'create', 'update'];
const readOnly: readonly Action[] = ['read'];

/** The objects of an account that buying and selling are made of, but for its partners. */
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

/** The apps that carry the SDK, and what belongs to them. */
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
 * The one permission table: role × entity × action. What it does not name is refused. Admins see every account; all
 * others see the rows of their own account alone.
 */
export const permissions: Record<Role, Rights> = {
  super: {
    ...viewAccount,
    ...rights(['demand', 'user', 'tooltip', 'exchangeRate', 'appList'], manage),
    ...viewSdk,
  },
  admin: { ...viewAccount, ...rights(['demand', 'user', 'tooltip', 'exchangeRate'], readOnly), ...viewSdk },
  demand: { ...manageAccount, manager: manage, ...viewSdk },
  full: { ...manageAccount, ...viewSdk },
  trafficker: { ...rights(tradingEntities, manage), ...rights(partners, readOnly), waterfallRow: everything },
  readonly: viewAccount,
  finance: rights(partners, readOnly),
  sub: {},
  adv: {},
  sdk: rights(sdkObjects, manage),
};

/** Whether a role may do an action on an entity. */
export function isAllowed(role: Role, entity: EntityName, action: Action): boolean {
  return permissions[role][entity]?.includes(action) ?? false;
}

/** The partners that a user works with: those named, of each side; null = all of the account. */
export interface PartnerLimits {
  advertiserIds: readonly number[] | null;
  subpublisherIds: readonly number[] | null;
}

/** The entities that sign in. */
const people: ReadonlySet<EntityName> = new Set(['user', 'manager', 'login']);

/** Whether a user works with some partners of its account only. */
export function isScoped({ scope }: { scope: PartnerLimits }): boolean {
  return scope.advertiserIds !== null || scope.subpublisherIds !== null;
}

/** The parts of a user on which its rights depend. */
export interface RightsHolder {
  role: Role;
  scope: PartnerLimits;
  /** Whether a program calls, with the API token of the account. */
  isProgram?: boolean | undefined;
}

/**
 * Whether a user may do an action on an entity: its role says so, and its partners. Who works with some partners of the
 * account only adds none of that side, and changes no suppliers and ad exchanges, which trade with all of them. A program
 * changes no people: a login of its making would outlive its token.
 */
export function mayDo({ role, scope, isProgram }: RightsHolder, entity: EntityName, action: Action): boolean {
  if (!isAllowed(role, entity, action)) return false;
  if (isProgram && people.has(entity)) return action === 'read';
  if (entity === 'supplier' || entity === 'adexchange') return action === 'read' || !isScoped({ scope });
  if (entity === 'advertiser') return action !== 'create' || scope.advertiserIds === null;
  if (entity === 'subpublisher') return action !== 'create' || scope.subpublisherIds === null;
  return true;
}

/** What a role refers to without reading it: it is told the names alone. */
const pickable: Partial<Record<Role, readonly EntityName[]>> = { sdk: ['channel'] };

/** Whether a role may know the names of an entity's rows. */
export function canPick(role: Role, entity: EntityName): boolean {
  return isAllowed(role, entity, 'read') || (pickable[role]?.includes(entity) ?? false);
}

/** The roles that judge whether creatives may be shown: not those who make them day by day. */
export const reviewRoles: readonly Role[] = ['super', 'demand', 'full'];

/** The roles that may look into the log of what people did. */
export const logRoles: readonly Role[] = ['super', 'admin', ...accountRoles];

/** The roles that close months, send invoices and keep what was paid. */
export const financeRoles: readonly Role[] = ['super', 'admin'];

/** The roles that may run reports. */
export const reportRoles: readonly Role[] = ['super', 'admin', ...accountRoles, 'sub', 'adv'];
