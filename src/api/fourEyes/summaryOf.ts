import { entityNamed } from '#model/index.ts';
import type { RecordedChange } from '#model/fourEyes/waitingChange.ts';

/** Labels of objects that are not entities. */
const labels: Readonly<Record<string, string>> = {
  settlement: 'Settlement',
  adjustment: 'Adjustment',
  invoiceSettings: 'Invoice settings',
  pricePlan: 'Scheduled prices',
  identityProvider: 'Single sign-on',
};

const verbs: Partial<Record<RecordedChange['action'], string>> = { created: 'New: ', deleted: 'Remove: ' };

/** Maximum length of a summary. */
const maxSummary = 200;

/** A waiting change in one line: “User “Anna”: Role”. */
export function summaryOf(objects: readonly RecordedChange[]): string {
  const [first] = objects;
  if (!first) return '';
  const more = objects.length > 1 ? ` and ${objects.length - 1} more` : '';
  const text = `${textOf(first)}${more}`;
  return text.length > maxSummary ? `${text.slice(0, maxSummary - 1)}…` : text;
}

function textOf({ action, entity, name, rowId, fields }: RecordedChange): string {
  const model = entityNamed(entity);
  const label = model?.label ?? labels[entity] ?? entity;
  const shown = name === '' ? (rowId === null ? '' : ` #${rowId}`) : ` “${name}”`;
  // The name of an invoice says that it is one.
  const object = entity === 'invoice' ? name : `${verbs[action] ?? ''}${label}${shown}`;
  const amount = fields.find(({ field }) => amounts.has(field));
  if (amount) return `${object}: ${amountText(amount)}`;
  if (action === 'created' || action === 'deleted') return object;
  const changed = fields.map(({ field }) => model?.fields[field]?.label ?? fieldLabels[field] ?? field);
  return `${object}: ${changed.join(', ')}`;
}

/** Fields with the amount of a payout. */
const amounts: ReadonlySet<string> = new Set(['payment', 'writeoff', 'amount', 'collected']);

const fieldLabels: Readonly<Record<string, string>> = {
  correctedBy: 'void',
  groupRoles: 'roles of groups',
  defaultRole: 'default role',
  isEnabled: 'enabled',
  createsUsers: 'creates users',
  clientSecret: 'client secret',
  verifiedDomain: 'verified domain',
  bank: 'bank details',
};

function amountText({ from, to }: RecordedChange['fields'][number]): string {
  const text = (value: unknown) => (typeof value === 'string' ? `${value} USD` : '');
  return from === null ? text(to) : to === null ? text(from) : `${text(from)} → ${text(to)}`;
}
