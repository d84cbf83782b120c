import type { Fault } from '#standards/openrtb/fault.ts';
import {
  Findings,
  flag,
  id,
  integer,
  isObject,
  listOf,
  needed,
  objectOf,
  type Check,
  type Raw,
} from '#standards/openrtb/fieldChecks.ts';
import type { Query } from '#standards/readQuery.ts';

/** How a browser is sent to a bidder: as to an image, or as to a page in a frame. */
export type SyncType = 'redirect' | 'iframe';

/** What a page asks of a cookie sync. */
export interface SyncRequest {
  /** Public uid of the account, or of one of its channels. */
  account: string;
  /** Bidders that the page names; none = all. */
  bidders: readonly string[];
  /** Whether others than those may be synced too. */
  isCoopSync: boolean;
  /** The most syncs that the page wants. */
  limit: number;
  /** What it says of the viewer's privacy, as the parameters of a tag say it. */
  signals: Query;
  /** Whether the page lets a bidder that goes by some names sync in a way. */
  allows: (type: SyncType, names: readonly string[]) => boolean;
}

/** A sync that a page asks for, or every fault of what it sent. */
export type SyncRequestResult = { ok: true; request: SyncRequest } | { ok: false; faults: Fault[] };

/** The most syncs of one page (2.6); also where the page names no number. */
const maxSyncs = 5;

const boolean: Check = (value, name, place, findings) => {
  if (typeof value !== 'boolean') findings.fault(place, name, 'invalid_type', 'Must be true or false');
  return value;
};

/** Names and consent strings. Both go into addresses. */
const ascii: Check = (value, name, place, findings) => {
  if (typeof value !== 'string') findings.fault(place, name, 'invalid_type', 'Must be text');
  else if (value.length > 16_384) findings.fault(place, name, 'too_big', 'At most 16,384 characters');
  else if (/[^\x20-\x7e]/.test(value)) findings.fault(place, name, 'invalid', 'Must be ASCII');
  return value;
};

const sectionIds: Check = (value, name, place, findings) => {
  if (Array.isArray(value)) return listOf(integer, 100)(value, name, place, findings);
  if (typeof value !== 'string' || !isSectionIds(value)) {
    findings.fault(place, name, 'invalid', 'Must be comma-separated section IDs');
  }
  return value;
};

/** Whether a text lists ids of GPP sections, with -1 for none that applies. */
export function isSectionIds(text: string): boolean {
  return /^(\s*-?\d{1,4}\s*([,_]\s*-?\d{1,4}\s*){0,99})?$/.test(text);
}

const names = listOf(ascii, 1000);

const filter = objectOf(
  {
    bidders(value, name, place, findings) {
      if (value === '*') return value;
      if (typeof value === 'string') findings.fault(place, name, 'invalid', 'Must be a list of bidders, or * for all');
      else names(value, name, place, findings);
      return value;
    },
    filter(value, name, place, findings) {
      if (value !== 'include' && value !== 'exclude') {
        findings.fault(place, name, 'unknown_value', 'Must be include or exclude');
      }
      return value;
    },
  },
  needed('bidders'),
);

const shape = objectOf(
  {
    account: id,
    bidders: names,
    limit: integer,
    coopSync: boolean,
    filterSettings: objectOf({ iframe: filter, image: filter }),
    gdpr: flag,
    gdpr_consent: ascii,
    us_privacy: ascii,
    gpp: ascii,
    gpp_sid: sectionIds,
    coppa: flag,
  },
  needed('account', 'Required: the uid of the account, or of one of its channels'),
);

/** Reads the body of a cookie sync as Prebid.js sends it (2.7). Every fault is named; unknown fields are none. */
export function readSyncRequest(json: unknown): SyncRequestResult {
  const findings = new Findings();
  const read = shape(json, '', { name: '', above: null }, findings) as Raw;
  if (findings.faults.length > 0) return { ok: false, faults: findings.faults };
  const { account, bidders, limit, coopSync, filterSettings: filters } = read;
  return {
    ok: true,
    request: {
      account: account as string,
      bidders: (bidders ?? []) as string[],
      isCoopSync: coopSync !== false,
      limit: typeof limit === 'number' && limit > 0 ? Math.min(limit, maxSyncs) : maxSyncs,
      signals: signalsOf(read),
      allows(type, names) {
        return !isObject(filters) || passes(filters[type === 'redirect' ? 'image' : 'iframe'], names);
      },
    },
  };
}

const signalNames = ['gdpr', 'gdpr_consent', 'us_privacy', 'gpp', 'gpp_sid', 'coppa'];

function signalsOf(read: Raw): Query {
  return new Map(
    signalNames.flatMap((name) => {
      const value = read[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : listed(value);
      return text === '' ? [] : [[name, text]];
    }),
  );
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : '';
}

/** Whether a filter of the page lets a bidder pass. Without a word on how it is meant, it includes. */
function passes(settings: unknown, names: readonly string[]): boolean {
  if (!isObject(settings)) return true;
  const { bidders, filter: mode = 'include' } = settings as { bidders: '*' | string[]; filter?: string };
  const isListed = bidders === '*' || bidders.some((bidder) => names.includes(bidder.toLowerCase()));
  return mode === 'include' ? isListed : !isListed;
}
