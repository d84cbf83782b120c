import { completeRow } from '#engine/snapshot/completeRow.ts';
import { createSchema, entities, type RowByName, type ServedEntity, type SnapshotMessage } from '#model/index.ts';

/** Number of campaigns that match the requests of the bench. */
export const eligibleCampaigns = 20;

const at = '2026-01-01T00:00:00.000Z';
const schemas = new Map<ServedEntity, ReturnType<typeof createSchema>>();

/** A row as in the snapshot feed: these fields, and the defaults of a new form for all others. */
export function benchRow(
  entity: ServedEntity,
  id: number,
  demandId: number | null,
  fields: Record<string, unknown>,
  generated: Record<string, unknown> = {},
): SnapshotMessage {
  const schema = schemas.get(entity) ?? createSchema(entities[entity]);
  schemas.set(entity, schema);
  const stamps = { id, demandId, createdAt: at, updatedAt: at, version: 1 };
  const row = { ...stamps, ...schema.parse(fields), ...generated } as unknown as RowByName[typeof entity];
  return { type: 'row', entity, id, row: completeRow(entity, row) } as SnapshotMessage;
}

const countries = ['DE', 'FR', 'GB', 'JP', 'BR', 'IN', 'IT', 'ES', 'NL', 'SE', 'PL', 'CA', 'MX', 'AU', 'KR'];

/** The condition that a campaign fails for the requests of the bench; each condition applies to an equal share of ids. */
function missing(id: number): {
  targeting: Record<string, unknown>;
  campaign: Record<string, unknown>;
  seconds: number;
} {
  const targeting = { countries: ['US', 'CA'], devices: ['Mobile', 'Desktop'] };
  const open = { targeting, campaign: {}, seconds: 15 };
  const country = countries[id % countries.length] ?? 'DE';
  const next = countries[(id * 7 + 3) % countries.length] ?? 'FR';
  switch (id % 6) {
    case 0:
      return { ...open, targeting: { ...targeting, countries: country === next ? [country] : [country, next] } };
    case 1:
      return { ...open, targeting: { ...targeting, devices: ['SmartTV'] } };
    case 2:
      return { ...open, targeting: { ...targeting, environments: ['ctv', 'app'] } };
    case 3:
      return { ...open, campaign: { supplierIds: [2 + (id % 50)] } };
    case 4:
      return { ...open, seconds: 60 };
    default:
      return { ...open, targeting: { ...targeting, excludedOperatingSystems: ['Windows'] } };
  }
}

/** Number of targetings that the campaigns share, after that of the bidding campaigns. */
const targetings = 300;

/**
 * The rows of an account with this many active campaigns, each with a video of its own. Twenty of them bid on a
 * 15-second video in the US; each of the others fails one condition.
 */
export function* campaignRows(count: number): Generator<SnapshotMessage> {
  const advertisers = 50;
  yield benchRow('targeting', 1, 1, { name: 'Targeting', countries: ['US'] });
  for (let id = 0; id < targetings; id += 1) {
    yield benchRow('targeting', 2 + id, 1, { name: `Targeting ${id}`, ...missing(id).targeting });
  }
  for (let id = 1; id <= advertisers; id += 1) yield benchRow('advertiser', id, 1, { name: `Advertiser ${id}` });
  for (let id = 1; id <= count; id += 1) {
    const isEligible = id % Math.max(1, Math.floor(count / eligibleCampaigns)) === 0;
    const { campaign, seconds } = isEligible ? { campaign: {}, seconds: 15 } : missing(id);
    const advertiserId = 1 + (id % advertisers);
    const file = {
      role: 'main',
      file: `${id.toString(16).padStart(64, '0')}.mp4`,
      name: `spot-${id}.mp4`,
      mime: 'video/mp4',
      bytes: 2_000_000,
      width: 1280,
      height: 720,
      durationMs: seconds * 1000,
      bitrate: 1500,
      codecs: 'avc1.64001f, mp4a.40.2',
    };
    const approved = { review: 'approved', reviewNote: '', files: [file] };
    yield benchRow(
      'creative',
      id,
      1,
      { name: `Spot ${id}`, advertiserId, clickUrl: `https://brand${id}.example/`, adomain: `brand${id}.example` },
      approved,
    );
    yield benchRow(
      'campaign',
      id,
      1,
      {
        name: `Campaign ${id}`,
        advertiserId,
        bid: (1 + (id % 900) / 100).toFixed(2),
        creativeIds: [id],
        targetingIds: [isEligible ? 1 : 2 + (id % targetings)],
        ...campaign,
      },
      { cappedUntil: null },
    );
  }
}
