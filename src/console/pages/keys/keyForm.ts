import type { NewKeyRequest } from '#api/keys/keyContract.ts';
import type { ApiArea, ApiUse } from '#model/account/apiScopes.ts';
import { instantOf, type UtcOffset } from '../../lib/offsetTime.ts';
import { ApiError } from '../../lib/problems.ts';

/** The values of the form for a new key. */
export interface KeyForm {
  name: string;
  /** The use of each area; absent = none. */
  uses: Partial<Record<ApiArea, ApiUse>>;
  /** Last day, YYYY-MM-DD; '' = no end. */
  lastDay: string;
  networks: string[];
}

/** Error messages by field. */
export type KeyFaults = Partial<Record<'name' | 'scopes' | 'expiresAt' | 'networks', string>>;

const dayMs = 86_400_000;

/** The empty form: the key works for a year, until the same day. */
export function emptyKeyForm(today: string): KeyForm {
  const next = new Date(`${today}T00:00:00Z`);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return { name: '', uses: {}, lastDay: next.toISOString().slice(0, 10), networks: [] };
}

/** The faults of a form; `today` is the user's day. */
export function faultsOfKeyForm({ name, uses, lastDay }: KeyForm, today: string): KeyFaults {
  const isDate = lastDay === '' || instantOf(lastDay, 0) !== null;
  return {
    ...(name.trim() === '' ? { name: 'Required' } : {}),
    ...(Object.keys(uses).length === 0 ? { scopes: 'Select at least one area' } : {}),
    ...(isDate ? {} : { expiresAt: 'Must be a date as YYYY-MM-DD' }),
    ...(isDate && lastDay !== '' && lastDay < today ? { expiresAt: 'Must be in the future' } : {}),
  };
}

/** The request for a form without faults. The key ends with its last day in the user's time zone. */
export function requestOf({ name, uses, lastDay, networks }: KeyForm, timezone: UtcOffset): NewKeyRequest {
  const start = lastDay === '' ? null : instantOf(lastDay, timezone);
  return {
    name: name.trim(),
    scopes: (Object.entries(uses) as [ApiArea, ApiUse][]).map(([area, use]) => `${area}:${use}` as const),
    expiresAt: start === null ? null : new Date(start + dayMs).toISOString(),
    networks,
  };
}

/** The faults of a refused request, by field; others are in no field. */
export function refusedFaults(error: unknown): KeyFaults {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.problems.flatMap(({ path, message }) => (path === '' ? [] : [[path.split('.')[0] ?? '', message]])),
  );
}
