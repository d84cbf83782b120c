import { rightsOfRole } from '../account/customRole.ts';
import { type ManagerRole, managerRights } from '../account/user.ts';
import type { ChangeAction, FieldChange } from '../entity/changes.ts';
import type { EntityName } from '../entity/entities.ts';
import { priceFields } from '../finance/prices.ts';
import type { FourEyesArea, RecordedChange } from './waitingChange.ts';

/** The entities whose changes can be in an area. */
const areaOfEntity: Partial<Record<EntityName, FourEyesArea>> = {
  demand: 'prices',
  exchangeRate: 'prices',
  user: 'roles',
  manager: 'roles',
  role: 'roles',
};

/** The declaration of the areas of routes that create and change rows of an entity; none for most. */
export function fourEyesOf(name: EntityName): { fourEyes?: readonly FourEyesArea[] } {
  const area = areaOfEntity[name];
  return area ? { fourEyes: [area] } : {};
}

/** Actions that change an object; others only use it. */
const changing: ReadonlySet<ChangeAction> = new Set(['created', 'updated', 'status', 'deleted']);

/** Fields of a user that decide who it is and what it may do. With another login, links to set a password go elsewhere. */
const rightsOfUsers: ReadonlySet<string> = new Set([...managerRights, 'login', 'type', 'isSuper', 'managerId']);

/** Fields of an identity provider that decide neither who signs in nor with which role. */
const harmlessOfProviders: ReadonlySet<string> = new Set(['name', 'domain']);

/** Fields of invoices that say what was paid, or that the invoice is void. */
const paymentsOfInvoices: ReadonlySet<string> = new Set(['collected', 'correctedBy']);

/**
 * The area in which a change needs a second person under FOUR_EYES; null = none. Taking rights away needs none: one
 * person can stop a stolen login at once.
 */
export function fourEyesAreaOf({
  action,
  entity,
  fields = [],
}: Pick<RecordedChange, 'action' | 'entity'> & { fields?: readonly FieldChange[] }): FourEyesArea | null {
  if (!changing.has(action)) return null;
  const has = (isOne: (change: FieldChange) => boolean) => fields.some(isOne);
  switch (entity) {
    case 'settlement':
    case 'adjustment':
    case 'invoiceSettings':
      return 'payouts';
    case 'invoice':
      return has(({ field }) => paymentsOfInvoices.has(field)) ? 'payouts' : null;
    case 'pricePlan':
    case 'exchangeRate':
      return 'prices';
    case 'demand':
      return has(({ field }) => (priceFields as readonly string[]).includes(field)) ? 'prices' : null;
    case 'user':
    case 'manager':
      return isOfRights(action, entity, fields) ? 'roles' : null;
    case 'role':
      return action !== 'created' && has((change) => rightsOfRole.has(change.field) || isActivation(change))
        ? 'roles'
        : null;
    case 'identityProvider':
      return action === 'updated' &&
        has((change) => !harmlessOfProviders.has(change.field) && !takesRightsAway(entity, change))
        ? 'roles'
        : null;
    default:
      return null;
  }
}

/** Whether a change gives a user rights: those of partners administer nothing. */
function isOfRights(action: ChangeAction, entity: 'user' | 'manager', fields: readonly FieldChange[]): boolean {
  if (action === 'created') {
    return (
      entity === 'manager' || fields.some(({ field, to }) => field === 'type' && (to === 'admin' || to === 'demand'))
    );
  }
  return fields.some(
    (change) =>
      (rightsOfUsers.has(change.field) && !change.isSecret && !takesRightsAway(entity, change)) || isActivation(change),
  );
}

/** The roles of managers that include all rights of the read-only one. */
const beyondReadOnly: readonly unknown[] = ['full', 'trafficker'] satisfies ManagerRole[];

/**
 * Whether a change of a field only takes rights away: suspends a user or pauses a role, makes a manager read-only, or
 * disables an identity provider.
 */
export function takesRightsAway(entity: string, { field, from, to }: FieldChange): boolean {
  switch (entity) {
    case 'user':
    case 'manager':
      return (
        (field === 'status' && from === 1) ||
        (field === 'managerRole' && to === 'readonly' && beyondReadOnly.includes(from))
      );
    case 'role':
      return field === 'status' && from === 1;
    case 'identityProvider':
      return field === 'isEnabled' && from === true;
    default:
      return false;
  }
}

function isActivation({ field, to }: FieldChange): boolean {
  return field === 'status' && to === 1;
}
