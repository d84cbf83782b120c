import type { LogRow } from '#api/log/logContract.ts';
import { entityNamed, isFailedSignIn, type Field, type FieldChange, type FieldKind } from '#model/index.ts';
import { formatExactAmount, formatCount, formatDateTime, formatPercent } from '../lib/format.ts';
import { structureText } from '../structures/structureText.ts';
import { offsetLabel, type UtcOffset } from '../lib/offsetTime.ts';
import { loggedFields } from './loggedFields.ts';

/** A change of an object: of an entry of the log, or one that waits. */
export type LoggedChange = Pick<LogRow, 'action' | 'entity' | 'fields' | 'names'>;

/** Labels of actions. */
export const actionLabels: Record<LogRow['action'], string> = {
  created: 'Created',
  updated: 'Changed',
  status: 'Status changed',
  deleted: 'Deleted',
  login: 'Signed in',
  logout: 'Signed out',
  loginFailed: 'Failed sign-in',
  loginRefused: 'Sign-in limit reached',
  impersonate: 'Acted as',
  export: 'Exported',
  token: 'New API token',
  tokenRevoked: 'API token revoked',
  signInLink: 'New sign-in link',
  password: 'Password set',
  revoked: 'Revoked',
  watch: 'Watched',
  share: 'Shared',
  mute: 'Alert muted',
  unmute: 'Alert unmuted',
  cutOff: 'Cut off',
  cutOffUndone: 'Cut-off undone',
  findingAccepted: 'Finding accepted',
  findingReopened: 'Finding reopened',
};

/** Labels of sources: where a change came from. */
export const sourceLabels: Record<LogRow['source'], string> = {
  console: 'Console',
  api: 'API',
  bulk: 'Bulk',
  revert: 'Undo',
  system: 'System',
};

const otherEntities: Record<string, string> = {
  config: 'Config',
  report: 'Report',
  device: 'Device',
  statement: 'Month',
  adjustment: 'Adjustment',
  invoice: 'Invoice',
  invoiceSettings: 'Invoice settings',
  settlement: 'Settlement',
  pricePlan: 'Scheduled prices',
  partnerFile: 'Partner report',
  verificationImport: 'Vendor results',
  node: 'Node',
  trafficList: 'Traffic list',
  cutoff: 'Cut-off',
  apiKey: 'API key',
  identityProvider: 'Single sign-on',
  scimGroup: 'Provisioned group',
};

/** The label of an entry's entity. */
export function entityLabel(name: string): string {
  return entityNamed(name)?.label ?? otherEntities[name] ?? name;
}

/** The author of an entry. */
export function authorName(row: Pick<LogRow, 'action' | 'userName'>): string {
  return row.userName ?? (isFailedSignIn(row) ? 'Not signed in' : 'System');
}

const oneSidedActions: ReadonlySet<LogRow['action']> = new Set(['created', 'deleted', 'export']);

/**
 * True when the fields of an entry have one value each: those of a created or deleted row, of an export, or of a failed
 * sign-in.
 */
export function isOneSided(row: Pick<LogRow, 'action'>): boolean {
  return oneSidedActions.has(row.action) || isFailedSignIn(row);
}

/** The name of an entry's object. */
export function objectName({ name, rowId }: Pick<LogRow, 'name' | 'rowId'>): string {
  return name === '' ? (rowId === null ? '' : `#${rowId}`) : name;
}

/** The definition of a changed field or other logged value; undefined for fields that no longer exist. */
export function fieldOf(row: Pick<LogRow, 'entity'>, { field }: Pick<FieldChange, 'field'>): Field | undefined {
  return entityNamed(row.entity)?.fields[field] ?? loggedFields[field];
}

/** The label of a changed field. */
export function fieldLabel(row: Pick<LogRow, 'entity'>, change: Pick<FieldChange, 'field'>): string {
  return fieldOf(row, change)?.label ?? change.field;
}

const nothing = 'empty';

/** Context for formatting: names of referenced rows and the time zone. */
interface Reader {
  names: LogRow['names'];
  timezone: UtcOffset;
}

type ReadValue = (value: unknown, field: Field, reader: Reader) => string | null;

const choiceText: ReadValue = (value, { choices }) => choices?.find((choice) => choice.value === value)?.label ?? null;

const nameText = (id: unknown, { target }: Field, { names }: Reader) =>
  typeof id === 'number' ? (names[target ?? '']?.[id] ?? `#${id}`) : plainText(id);

/** Formatters of field kinds whose stored values are not readable; null when a value is not of the kind. */
const readers: Partial<Record<FieldKind, ReadValue>> = {
  money: (value, { unit }) => (typeof value === 'string' ? formatExactAmount(value, unit) : null),
  percent: (value) => (typeof value === 'number' ? formatPercent(value) : null),
  integer: (value, { unit }) => (typeof value === 'number' ? integerText(value, unit) : null),
  choice: choiceText,
  status: choiceText,
  flag: (value) => (value === true ? 'Yes' : 'No'),
  reference: nameText,
  references: (value, field, reader) =>
    Array.isArray(value) ? value.map((id) => nameText(id, field, reader)).join(', ') : null,
  structure: (value, { structure }) => structureText(structure, value),
  // Some logged times can be words: "Until the cause is gone".
  instant: (value, _field, { timezone }) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? formatDateTime(value, timezone) : null,
};

/** A field's value in full, formatted by its kind. */
export function valueText(field: Field | undefined, value: unknown, reader: Reader): string {
  if (isEmpty(value)) return nothing;
  if (isMembers(value)) return membersText(value);
  if (isGroupRoles(value)) return value.map(({ group, role }) => `${group}: ${role}`).join(', ');
  return (field && readers[field.kind]?.(value, field, reader)) ?? plainText(value);
}

/** The logged change of a list's members: numbers before, after, added and removed. */
interface Members {
  count: number;
  added?: number;
  removed?: number;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && 'count' in value && typeof value.count === 'number';
}

/** The roles of groups of an identity provider. */
function isGroupRoles(value: unknown): value is { group: string; role: string }[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && 'group' in each);
}

function membersText({ count, added = 0, removed = 0 }: Members): string {
  const parts = [added > 0 ? `+${formatCount(added)}` : '', removed > 0 ? `−${formatCount(removed)}` : ''];
  const change = parts.filter(Boolean).join(' ');
  return formatCount(count) + (change ? ` (${change})` : '');
}

function integerText(value: number, unit: string | undefined): string {
  if (unit === 'hours from UTC') return offsetLabel(value);
  return `${formatCount(value)}${unit === 'ms' ? ' ms' : ''}`;
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return JSON.stringify(value, null, 2);
}

/** The items added to and removed from a list value; null when a value is not a list. */
export function listChange(from: unknown, to: unknown): { added: unknown[]; removed: unknown[] } | null {
  const before: unknown = from ?? [];
  const after: unknown = to ?? [];
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  if ([...before, ...after].some((value) => typeof value === 'object')) return null;
  const [had, has] = [new Set<unknown>(before), new Set<unknown>(after)];
  return { added: after.filter((value) => !had.has(value)), removed: before.filter((value) => !has.has(value)) };
}

const maxCharacters = 40;

function cut(text: string): string {
  const line = text.replace(/[ \t\r\n]+/g, ' ');
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`;
}

/** The number of failed sign-ins of an entry, or the limit that they reached. */
function failedAttemptText(value: unknown): string {
  if (typeof value !== 'number') return plainText(value);
  return value === 1 ? '1 attempt' : `${formatCount(value)} attempts`;
}

/** A change of a field, short: "Rate: $2.50 → $3.10", "Items: +2 −1", "Password changed", "Saved as: CSV file". */
export function changeText(row: LogRow, change: FieldChange, timezone: UtcOffset): string {
  if (isFailedSignIn(row)) return failedAttemptText(change.to);
  const field = fieldOf(row, change);
  const label = fieldLabel(row, change);
  const hasNoText = field?.kind === 'structure' && structureText(field.structure, change.to ?? change.from) === null;
  if (change.isSecret || hasNoText) return `${label} changed`;
  const lists = Array.isArray(change.from ?? change.to) ? listChange(change.from, change.to) : null;
  if (lists) {
    const { added, removed } = lists;
    const parts = [added.length > 0 ? `+${added.length}` : '', removed.length > 0 ? `−${removed.length}` : ''];
    return `${label}: ${parts.filter(Boolean).join(' ') || 'order changed'}`;
  }
  const shown = (value: unknown) => cut(valueText(field, value, { names: row.names, timezone }));
  return `${label}: ${row.action === 'export' ? '' : `${shown(change.from)} → `}${shown(change.to)}`;
}

const maxChanges = 3;

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The fields of an entry to show: empty ones of a created or deleted row are left out. */
export function shownFields({ action, fields }: Pick<LoggedChange, 'action' | 'fields'>): FieldChange[] {
  if (action === 'created') return fields.filter(({ to }) => !isEmpty(to));
  return action === 'deleted' ? fields.filter(({ from }) => !isEmpty(from)) : fields;
}

/** The changes of an entry in one line; '' when nothing changed. */
export function summaryOf(row: LogRow, timezone: UtcOffset): string {
  const { action } = row;
  const fields = shownFields(row);
  if (fields.length === 0) return '';
  if (action === 'created' || action === 'deleted') {
    const count = fields.length === 1 ? '1 field' : `${fields.length} fields`;
    return action === 'created' ? `${count} set` : count;
  }
  const texts = fields.slice(0, maxChanges).map((change) => changeText(row, change, timezone));
  const rest = fields.length - maxChanges;
  return texts.join(' · ') + (rest > 0 ? ` · ${rest} more` : '');
}
