import { managerRights } from '#model/account/user.ts';
import { priceFields } from '#model/finance/index.ts';
import { entities, type Entity, type FieldChange } from '#model/index.ts';
import type { SecurityEventCode, SecurityOutcome } from '#model/security/securityEvents.ts';
import type { NewEntry } from '../entities/changeLog.ts';
import type { NewSecurityEvent } from './recordSecurityEvents.ts';

/** Events of actions, whatever their object. */
const ofActions: Partial<Record<NewEntry['action'], { type: SecurityEventCode; outcome?: SecurityOutcome }>> = {
  login: { type: 'signIn' },
  logout: { type: 'signOut' },
  loginRefused: { type: 'signIn', outcome: 'refused' },
  impersonate: { type: 'impersonationBegan' },
  token: { type: 'tokenCreated' },
  tokenRevoked: { type: 'tokenRevoked' },
  share: { type: 'reportShared' },
  signInLink: { type: 'linkCreated' },
  cutOff: { type: 'cutOff' },
  cutOffUndone: { type: 'cutOff' },
  findingAccepted: { type: 'findingAccepted' },
  findingReopened: { type: 'findingAccepted' },
};

/** Events of actions on API keys. */
const ofKeys: Partial<Record<NewEntry['action'], SecurityEventCode>> = {
  created: 'keyCreated',
  updated: 'keyRotated',
  revoked: 'keyRevoked',
};

/** Events of any change of an object that is not stored as an entity. */
const ofObjects: Readonly<Record<string, SecurityEventCode>> = {
  role: 'roleChanged',
  config: 'platformChanged',
  identityProvider: 'providerChanged',
  invoiceSettings: 'platformChanged',
  node: 'nodeRemoved',
  statement: 'monthClosed',
  invoice: 'invoiceChanged',
  settlement: 'payoutRecorded',
  adjustment: 'adjustmentChanged',
  partnerFile: 'adjustmentChanged',
  pricePlan: 'pricesChanged',
};

/** Events of fields of users, and of accounts. */
const ofUserFields: Readonly<Record<string, SecurityEventCode>> = {
  password: 'passwordChanged',
  status: 'userStatus',
  ...Object.fromEntries(
    [
      ...[
        'login',
        'type',
        'isSuper',
        'managerId',
        'managerRole',
        'roleId',
        'scopeAdvertiserIds',
        'scopeSubpublisherIds',
      ],
      ...['subpublisherId', 'advertiserId'],
    ].map((field) => [field, 'userRights' as const]),
  ),
};
const ofAccountFields: Readonly<Record<string, SecurityEventCode>> = {
  status: 'accountStatus',
  ...Object.fromEntries(priceFields.map((field) => [field, 'pricesChanged' as const])),
};

/** The security events that an entry of the change log is about; none for ordinary changes. */
export function securityEventsOf(entry: NewEntry): NewSecurityEvent[] {
  const { action, entity, fields = [] } = entry;
  const known = ofActions[action];
  if (known) return [eventOf(entry, known.type, fields, known.outcome)];
  if (action === 'export') return [eventOf(entry, entity === 'report' ? 'reportExported' : 'listExported', fields)];
  const type = entity === 'apiKey' ? ofKeys[action] : ofObjects[entity];
  if (type) return [eventOf(entry, type, fields)];
  if (entity === 'report') {
    const recipients = fields.filter(({ field }) => field === 'schedule');
    return recipients.length === 0 ? [] : [eventOf(entry, 'reportScheduled', recipients)];
  }
  const isUser = (entities as Readonly<Record<string, Entity>>)[entity]?.table === 'users';
  if (!isUser && entity !== 'demand') return [];
  if (action === 'created') return [eventOf(entry, isUser ? 'userCreated' : 'accountCreated', fields)];
  const typeOf = ({ field }: FieldChange) => (isUser ? ofUserFields : ofAccountFields)[field];
  const types = new Set(fields.flatMap((change) => typeOf(change) ?? []));
  const events = [...types].map((of) => {
    return eventOf(
      entry,
      of,
      fields.filter((change) => typeOf(change) === of),
    );
  });
  const causes = fields.filter(endsSessions).map(({ field }) => field);
  return causes.length === 0 ? events : [...events, { ...eventOf(entry, 'sessionsEnded', []), details: { causes } }];
}

/** Whether a change of a user or account ends its sessions. */
function endsSessions({ field, to }: FieldChange): boolean {
  return field === 'password' || managerRights.has(field) || (field === 'status' && to !== 1);
}

function eventOf(
  { entity, rowId, name, demandId }: NewEntry,
  type: SecurityEventCode,
  changes: readonly FieldChange[],
  outcome: SecurityOutcome = 'done',
): NewSecurityEvent {
  return {
    type,
    outcome,
    demandId,
    subject: { entity, id: rowId, name },
    ...(changes.length > 0 ? { details: { changes } } : {}),
  };
}
