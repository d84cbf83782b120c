import type { ShownKey, ShownKeys } from '#api/keys/keyContract.ts';
import { formerTokenHours } from '#model/account/apiKeys.ts';
import { apiAreas } from '#model/account/apiScopes.ts';
import { formatDateTime } from '../../lib/format.ts';
import type { UtcOffset } from '../../lib/offsetTime.ts';

/** The scopes of a key in one line: "Reports: read · Supply: write". */
export function scopesText(scopes: ShownKey['scopes']): string {
  return apiAreas
    .flatMap(({ area, label }) => {
      if (scopes.includes(`${area}:write`)) return `${label}: write`;
      return scopes.includes(`${area}:read`) ? `${label}: read` : [];
    })
    .join(' · ');
}

/** The last use of a key or token: its time and IP address. */
export function lastUseText(
  { lastUsedAt, lastUsedIp }: Pick<NonNullable<ShownKeys['token']>, 'lastUsedAt' | 'lastUsedIp'>,
  timezone: UtcOffset,
): string {
  return lastUsedAt === null ? 'Never' : `${formatDateTime(lastUsedAt, timezone)} · ${lastUsedIp}`;
}

/** The consequence of revoking a key or token. */
export function revocationText(
  use: Pick<NonNullable<ShownKeys['token']>, 'lastUsedAt' | 'lastUsedIp'>,
  timezone: UtcOffset,
): string {
  if (use.lastUsedAt === null) return 'It has not been used. It cannot be restored.';
  const [at, ip] = [formatDateTime(use.lastUsedAt, timezone), use.lastUsedIp];
  return `Programs that use it lose access immediately, and it cannot be restored. It was last used on ${at} from ${ip}.`;
}

const overlapLabels: Record<(typeof formerTokenHours)[number], string> = {
  0: 'It ends now',
  1: '1 hour',
  24: '24 hours',
  168: '7 days',
};

/** The times for which the former token of a rotated key can work. */
export const overlapOptions = formerTokenHours.map((value) => ({ value, label: overlapLabels[value] }));

/** Labels and colors of the states of keys. */
export const stateLooks = {
  active: { label: 'Active', tone: 'good' },
  inactive: { label: 'Owner inactive', tone: 'warn' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
} as const satisfies Record<ShownKey['state'], { label: string; tone: string }>;
