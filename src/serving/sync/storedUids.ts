/** A bidder's ID of a viewer. */
export interface StoredUid {
  uid: string;
  /** Expiry in milliseconds since the epoch. */
  expiresAt: number;
}

/** Bidders' IDs of a viewer, by the uids of their tags. */
export type StoredUids = ReadonlyMap<string, StoredUid>;

/** Lifetime of an ID: 14 days. */
export const uidLifetimeMs = 14 * 86_400_000;

/**
 * Maximum characters of the cookie's value. With name and attributes it stays below the 4,096 bytes that browsers
 * accept.
 */
export const maxValueLength = 4000;

/** Maximum characters of an encoded ID. */
const maxUidLength = 1000;

/** Whether an ID is short enough to be stored. */
export function isStorable(uid: string): boolean {
  return uid.length <= maxUidLength && encodeURIComponent(uid).length <= maxUidLength;
}

/** Adds or replaces a bidder's ID. */
export function withUid(storedUids: StoredUids, bidder: string, uid: string, now: number): StoredUids {
  return new Map([...storedUids, [bidder, { uid, expiresAt: now + uidLifetimeMs }]]);
}

/** Removes a bidder's ID. */
export function withoutUid(storedUids: StoredUids, bidder: string): StoredUids {
  return new Map([...storedUids].filter(([name]) => name !== bidder));
}

/**
 * Serializes IDs as a cookie value, `bidder:expires:id/…`, newest first. The oldest are dropped when they do not fit.
 */
export function writeUids(storedUids: StoredUids): string {
  const latestFirst = [...storedUids].sort(([, a], [, b]) => b.expiresAt - a.expiresAt);
  let value = '';
  for (const [bidder, { uid, expiresAt }] of latestFirst) {
    const seconds = Math.floor(expiresAt / 1000).toString(36);
    const more = `${value === '' ? '' : '/'}${bidder}:${seconds}:${encodeURIComponent(uid)}`;
    if (value.length + more.length > maxValueLength) break;
    value += more;
  }
  return value;
}

const entry = /^([0-9a-z]{16}):([0-9a-z]{1,9}):([^:]+)$/;

/** Parses the unexpired IDs of a cookie value. Viewers can change it: unreadable parts are skipped. */
export function readUids(value: string | undefined, now: number): StoredUids {
  const storedUids = new Map<string, StoredUid>();
  if (value === undefined || value.length > maxValueLength) return storedUids;
  for (const part of value.split('/')) {
    const [, bidder = '', seconds = '', encoded = ''] = entry.exec(part) ?? [];
    const uid = decode(encoded);
    const expiresAt = Math.min(Number.parseInt(seconds, 36) * 1000, now + uidLifetimeMs);
    if (uid !== '' && expiresAt > now && !storedUids.has(bidder)) storedUids.set(bidder, { uid, expiresAt });
  }
  return storedUids;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
