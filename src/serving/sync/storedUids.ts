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
export const longestValue = 4000;

/** Characters of an id, as they are written. */
const longestUid = 1000;

/** Whether an id is short enough to be kept. */
export function isKeepable(uid: string): boolean {
  return uid.length <= longestUid && encodeURIComponent(uid).length <= longestUid;
}

/** The ids with one more, or in place of the one that the bidder had. */
export function withUid(kept: StoredUids, bidder: string, uid: string, now: number): StoredUids {
  return new Map([...kept, [bidder, { uid, expiresAt: now + uidLifetimeMs }]]);
}

/** The ids without one. */
export function withoutUid(kept: StoredUids, bidder: string): StoredUids {
  return new Map([...kept].filter(([name]) => name !== bidder));
}

/** The ids as a cookie's value: `bidder:expires:id/…`, the latest first. Where they do not fit, the oldest are left out. */
export function writeUids(kept: StoredUids): string {
  const latestFirst = [...kept].sort(([, a], [, b]) => b.expiresAt - a.expiresAt);
  let value = '';
  for (const [bidder, { uid, expiresAt }] of latestFirst) {
    const seconds = Math.floor(expiresAt / 1000).toString(36);
    const more = `${value === '' ? '' : '/'}${bidder}:${seconds}:${encodeURIComponent(uid)}`;
    if (value.length + more.length > longestValue) break;
    value += more;
  }
  return value;
}

const entry = /^([0-9a-z]{16}):([0-9a-z]{1,9}):([^:]+)$/;

/** The ids of a cookie's value that still count. Viewers can write what they like: what cannot be read is passed over. */
export function readUids(value: string | undefined, now: number): StoredUids {
  const kept = new Map<string, StoredUid>();
  if (value === undefined || value.length > longestValue) return kept;
  for (const part of value.split('/')) {
    const [, bidder = '', seconds = '', written = ''] = entry.exec(part) ?? [];
    const uid = decode(written);
    const expiresAt = Math.min(Number.parseInt(seconds, 36) * 1000, now + uidLifetimeMs);
    if (uid !== '' && expiresAt > now && !kept.has(bidder)) kept.set(bidder, { uid, expiresAt });
  }
  return kept;
}

function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return '';
  }
}
