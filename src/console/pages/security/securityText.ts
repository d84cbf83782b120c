import type { SecurityEvent } from '#api/security/securityContract.ts';
import type { FieldChange } from '#model/index.ts';
import { type SecurityEventCode, securityEventTypes, type SecurityOutcome } from '#model/security/securityEvents.ts';
import { entityLabel, fieldLabel, fieldOf, valueText } from '../../history/logText.ts';
import { formatCount } from '../../lib/format.ts';
import type { UtcOffset } from '../../lib/offsetTime.ts';

/** Labels of outcomes. */
export const outcomeLabels: Record<SecurityOutcome, string> = { done: 'Done', failed: 'Failed', refused: 'Refused' };

/** The label of a type; of one that this release does not know, its code. */
export function typeLabel(type: string): string {
  return Object.hasOwn(securityEventTypes, type) ? securityEventTypes[type as SecurityEventCode].label : type;
}

/** Who caused an event. */
export function actorName({ userName, keyId, keyName, type, requestId }: SecurityEvent): string {
  if (userName !== null) return userName;
  if (keyId !== null) return keyId === 'token' ? 'API token' : `${keyName ?? keyId} (API key)`;
  return type === 'signIn' || type === 'tokenInvalid' || requestId !== '' ? 'Not signed in' : 'System';
}

/** The object of an event: "Manager Mia". */
export function subjectText({ subject }: SecurityEvent): string {
  if (!subject) return '';
  const name = subject.name || (subject.id === null ? '' : `#${subject.id}`);
  if (subject.entity === 'user' && subject.id === null) return name;
  return `${subject.entity === 'file' ? 'File' : entityLabel(subject.entity)} ${name}`.trim();
}

/** A detail of an event: its label and value. */
export interface DetailLine {
  label: string;
  value: string;
}

const detailLabels: Readonly<Record<string, string>> = {
  call: 'Call',
  code: 'Code',
  count: 'Repetitions',
  country: 'Country',
  network: 'Network',
  causes: 'Cause',
  filters: 'Filters',
  lastSeq: 'Last pruned event',
  lastHash: 'Hash of it',
  lastAt: 'Time of it',
};

/** The details of an event, with changes of fields one by one. */
export function detailLines({ details, subject }: SecurityEvent, timezone: UtcOffset): DetailLine[] {
  const { changes, ...others } = details;
  const entity = subject?.entity ?? '';
  const read = (change: FieldChange): DetailLine => {
    const shown = (value: unknown) => valueText(fieldOf({ entity }, change), value, { names: {}, timezone });
    const value = change.isSecret
      ? 'changed'
      : change.from === null
        ? shown(change.to)
        : `${shown(change.from)} → ${shown(change.to)}`;
    return { label: fieldLabel({ entity }, change), value };
  };
  return [
    ...(Array.isArray(changes) ? (changes as FieldChange[]).filter(isShown).map(read) : []),
    ...Object.entries(others).map(([key, value]) => ({ label: detailLabels[key] ?? key, value: plainText(value) })),
  ];
}

/** Whether a change says something: empty fields of a new object do not. */
function isShown({ from, to, isSecret }: FieldChange): boolean {
  return isSecret === true || [from, to].some((value) => !isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}

function plainText(value: unknown): string {
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}
