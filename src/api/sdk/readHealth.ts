import { sdkSettingsSchema } from '#model/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import { groupBy } from '../configAsCode/groupBy.ts';
import type { ApiDeps } from '../deps.ts';
import type { FactReader } from '../reports/runReport.ts';
import type { AppFigures, SdkHealth } from './sdkContract.ts';

const hourS = 3600;
const daySeconds = 24 * hourS;

/**
 * Reads the health of the apps in a scope: their placements, the versions of their settings, and the figures of their
 * bundles.
 */
export async function readHealth(
  { entities, facts, now }: Pick<ApiDeps, 'entities' | 'facts' | 'now'>,
  scope: Scope,
): Promise<SdkHealth> {
  const allOf = async <Name extends 'sdkApp' | 'sdkPlacement' | 'sdkConfig'>(name: Name) => {
    const ids = (await entities.listNames(name, { scope })).map(({ id }) => id);
    return entities.getMany(name, ids, scope);
  };
  const [apps, placements, configs] = await Promise.all([allOf('sdkApp'), allOf('sdkPlacement'), allOf('sdkConfig')]);
  const figures = await readFigures(facts, apps, now().getTime());
  const placementsOf = groupBy(placements, ({ sdkAppId }) => sdkAppId);
  const configsOf = groupBy(configs, ({ sdkAppId }) => sdkAppId);
  return {
    apps: apps
      .map(({ id, name, platform, status, demandId, bundle }) => {
        const own = placementsOf.get(id) ?? [];
        return {
          id,
          name,
          platform,
          status,
          placements: { active: own.filter((placement) => placement.status === 1).length, all: own.length },
          versions: (configsOf.get(id) ?? []).map(({ content, ...version }) => {
            const settings = sdkSettingsSchema.parse(content);
            return {
              id: version.id,
              name: version.name,
              status: version.status,
              percent: version.percent,
              publishedAt: version.publishedAt,
              forceOff: settings.forceOff,
              minSupportedSdk: settings.minSupportedSdk,
            };
          }),
          ...(figures.get(keyOf(demandId, bundle)) ?? { now: none, before: none }),
        };
      })
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
  };
}

const none: AppFigures = { reqs: 0, slots: 0, imps: 0, errors: 0 };

/** Each figure as an SQL expression of the roll-up's measures. */
const measuresOf: Record<keyof AppFigures, string> = {
  reqs: 'hourly_inventory.reqs',
  slots: 'hourly_inventory.reqs + hourly_inventory.furtherSlots',
  imps: 'hourly_inventory.imps',
  errors: 'hourly_inventory.errors',
};

function keyOf(demandId: number | null, bundle: string): string {
  return `${demandId} ${bundle}`;
}

/** Reads the last 24 whole hours plus the current one, and the 24 before, by account and bundle. */
async function readFigures(
  facts: FactReader,
  apps: readonly { demandId: number | null; bundle: string }[],
  nowMs: number,
): Promise<Map<string, { now: AppFigures; before: AppFigures }>> {
  if (apps.length === 0) return new Map();
  const since = Math.ceil(nowMs / 1000 / hourS) * hourS - daySeconds;
  const sums = Object.entries(measuresOf).flatMap(([name, measures]) => [
    `sumIf(${measures}, hour >= toDateTime({since:UInt32})) AS ${name}_now`,
    `sumIf(${measures}, hour < toDateTime({since:UInt32})) AS ${name}_before`,
  ]);
  const rows = await facts.query<Record<string, string | number>>(
    `SELECT demandId, app, ${sums.join(', ')}
    FROM hourly_inventory
    WHERE demandId IN {demandIds:Array(UInt32)} AND app IN {bundles:Array(String)}
      AND hour >= toDateTime({from:UInt32})
    GROUP BY demandId, app`,
    {
      demandIds: [...new Set(apps.flatMap(({ demandId }) => demandId ?? []))],
      bundles: [...new Set(apps.map(({ bundle }) => bundle))],
      since,
      from: since - daySeconds,
    },
  );
  const figuresOf = (row: Record<string, string | number>, when: 'now' | 'before') =>
    Object.fromEntries(
      Object.keys(measuresOf).map((name) => [name, Number(row[`${name}_${when}`])]),
    ) as unknown as AppFigures;
  return new Map(
    rows.map((row) => [
      keyOf(Number(row['demandId']), String(row['app'])),
      { now: figuresOf(row, 'now'), before: figuresOf(row, 'before') },
    ]),
  );
}
