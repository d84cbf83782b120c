import type { Fault } from '#standards/openrtb/fault.ts';
import {
  Findings,
  flag,
  id,
  integer,
  isObject,
  listOf,
  required,
  objectOf,
  type Check,
  type Raw,
} from '#standards/openrtb/fieldChecks.ts';
import type { Query } from '#standards/readQuery.ts';

/** Sync type: an image request that redirects, or a page in a frame. */
export type SyncType = 'redirect' | 'iframe';

/** A page's cookie sync request. */
export interface SyncRequest {
  /** Public uid of the account, or of one of its channels. */
  account: string;
  /** Bidders that the page names; empty = all. */
  bidders: readonly string[];
  /** Whether other bidders may be synced too. */
  isCoopSync: boolean;
  /** Maximum syncs. */
  limit: number;
  /** Privacy signals as parameters, in the form that tags use. */
  signals: Query;
  /** Whether the page allows a bidder, known by these names, to sync with this type. */
  allows: (type: SyncType, names: readonly string[]) => boolean;
}

/** A sync request, or every problem of an invalid one. */
export type SyncRequestResult = { ok: true; request: SyncRequest } | { ok: false; faults: Fault[] };

/** Maximum syncs per page (standards 2.6), and the default. */
const maxSyncs = 5;

const boolean: Check = (value, name, path, findings) => {
  if (typeof value !== 'boolean') findings.fault(path, name, 'invalid_type', 'Must be true or false');
  return value;
};

/** Names and consent strings. Both become part of URLs. */
const ascii: Check = (value, name, path, findings) => {
  if (typeof value !== 'string') findings.fault(path, name, 'invalid_type', 'Must be text');
  else if (value.length > 16_384) findings.fault(path, name, 'too_big', 'At most 16,384 characters');
  else if (/[^\x20-\x7e]/.test(value)) findings.fault(path, name, 'invalid', 'Must be ASCII');
  return value;
};

const sectionIds: Check = (value, name, path, findings) => {
  if (Array.isArray(value)) return listOf(integer, 100)(value, name, path, findings);
  if (typeof value !== 'string' || !isSectionIds(value)) {
    findings.fault(path, name, 'invalid', 'Must be comma-separated section IDs');
  }
  return value;
};

/** Whether a text lists GPP section IDs; -1 means that none applies. */
export function isSectionIds(text: string): boolean {
  return /^(\s*-?\d{1,4}\s*([,_]\s*-?\d{1,4}\s*){0,99})?$/.test(text);
}

const names = listOf(ascii, 1000);

const filter = objectOf(
  {
    bidders(value, name, path, findings) {
      if (value === '*') return value;
      if (typeof value === 'string') findings.fault(path, name, 'invalid', 'Must be a list of bidders, or * for all');
      else names(value, name, path, findings);
      return value;
    },
    filter(value, name, path, findings) {
      if (value !== 'include' && value !== 'exclude') {
        findings.fault(path, name, 'unknown_value', 'Must be include or exclude');
      }
      return value;
    },
  },
  required('bidders'),
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
  required('account', 'Required: the uid of the account, or of one of its channels'),
);

/**
 * Validates the body of a cookie sync as Prebid.js sends it (standards 2.7). Reports every problem; unknown fields are
 * accepted.
 */
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

/** Whether a page's filter allows a bidder. Without a mode, a filter includes. */
function passes(settings: unknown, names: readonly string[]): boolean {
  if (!isObject(settings)) return true;
  const { bidders, filter: mode = 'include' } = settings as { bidders: '*' | string[]; filter?: string };
  const isListed = bidders === '*' || bidders.some((bidder) => names.includes(bidder.toLowerCase()));
  return mode === 'include' ? isListed : !isListed;
}
