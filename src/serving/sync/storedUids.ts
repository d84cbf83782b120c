/** A bidder's id of a viewer. */
export interface StoredUid {
  uid: string;
  /** Until when it counts, in milliseconds since the epoch. */
  expiresAt: number;
}

/** Ids of a viewer at bidders, by the uids of their tags. */
export type StoredUids = ReadonlyMap<string, StoredUid>;

/** How long an id counts, in milliseconds: 14 days. */
export const uidLifetimeMs = 14 * 86_400_000;

/** Characters of a cookie's value: with name and attributes it stays below the 4,096 bytes that browsers take. */
export const maxValueLength = 4000;

/** Characters of an id, as they are written. */
const maxUidLength = 1000;

/** Whether an id is short enough to be kept. */
export function isStorable(uid: string): boolean {
  return uid.length <= maxUidLength && encodeURIComponent(uid).length <= maxUidLength;
}

/** The ids with one more, or in place of the one that the bidder had. */
export function withUid(storedUids: StoredUids, bidder: string, uid: string, now: number): StoredUids {
  return new Map([...storedUids, [bidder, { uid, expiresAt: now + uidLifetimeMs }]]);
}

/** The ids without one. */
export function withoutUid(storedUids: StoredUids, bidder: string): StoredUids {
  return new Map([...storedUids].filter(([name]) => name !== bidder));
}

/** The ids as a cookie's value: `bidder:expires:id/…`, the latest first. Where they do not fit, the oldest are left out. */
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

/** The ids of a cookie's value that still count. Viewers can write what they like: what cannot be read is passed over. */
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
