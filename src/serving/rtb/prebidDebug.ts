import type { Fault } from '#standards/openrtb/fault.ts';
import { isObject } from '#standards/openrtb/fieldChecks.ts';
import { unknownPrebidFields } from '#standards/openrtb/prebid/prebidShape.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import type { Outcome } from './sellImps.ts';

/** A page's request as it was understood, without the viewer's address unless the page declares it. */
export interface RequestReading {
  request: BidRequest;
  /** Corrections in it. */
  notes: readonly Fault[];
}

/** An imp, as a page that debugs sees it. */
interface DebuggedImp {
  impid: string;
  /** The ID of the request in “Why no ad?”. */
  requestid: string;
  /** The UID of the channel that sells it; null when the page names none. */
  channel: string | null;
  /** Whether “Why no ad?” has the request. */
  traced: boolean;
}

/** A message in `ext.warnings`. */
interface Warning {
  code: number;
  message: string;
}

/** Prebid Server's code for warnings without a code of their own. */
const otherWarning = 10_999;

/** Fields that Prebid.js adds to every request: they need no warning. */
const usualFields: ReadonlySet<string> = new Set(['adServerCurrency', 'createtids', 'page_view_ids', 'safeRenderer']);

/** Instructions to a Prebid Server that have no effect in an auction of ours. */
const fieldsWithoutEffect = ['storedrequest', 'multibid'];

/** Maximum number of ignored fields that are named, and characters of each. */
const maxNamed = 20;
const maxNameLength = 64;

/**
 * `ext.debug` and `ext.warnings` for a page that debugs: how its request was read, what of it is ignored, and where its
 * account finds the rest. Which bidders were called, and with what, is not in it.
 */
export function debugExt(
  { request, notes }: RequestReading,
  outcomes: readonly Outcome[],
): { debug: object; warnings?: { prebid: Warning[] } } {
  const bidhouse = outcomes.map(({ imp, impContext: { plan, record, trace } }): DebuggedImp => ({
    impid: imp.id,
    requestid: record.serveId,
    channel: plan?.uid ?? null,
    traced: trace !== null,
  }));
  const messages = notes.map(({ path, message }) => `${path}: ${message}`).concat(ignoredFields(request));
  const warnings = messages.map((message) => ({ code: otherWarning, message }));
  return {
    debug: { resolvedrequest: request, bidhouse },
    ...(warnings.length > 0 ? { warnings: { prebid: warnings } } : {}),
  };
}

function ignoredFields({ ext }: BidRequest): string[] {
  const prebid = ext?.['prebid'];
  if (!isObject(prebid)) return [];
  const withoutEffect = fieldsWithoutEffect.filter((name) => Object.hasOwn(prebid, name));
  const names = [...unknownPrebidFields(prebid), ...withoutEffect].filter((name) => !usualFields.has(name));
  return names.slice(0, maxNamed).map((name) => `ext.prebid.${name.slice(0, maxNameLength)}: Ignored`);
}
