import { channel, type Entity, type EntityName, type Fault, tag } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import { digestOf } from '../../changes/digestOf.ts';
import { validatorFor } from '../../changes/validatorFor.ts';
import type { ApiDeps } from '../../deps.ts';
import { implement, ok, reject, type Route } from '../../route.ts';
import { chooseBy } from '../bulk/choice.ts';
import { readAffectedTraffic } from '../bulk/readAffectedTraffic.ts';
import { figuresUnavailable, searchBy } from '../findRows.ts';
import { openFigures } from '../listMetrics/figures.ts';
import { scopeOf } from '../scopeOf.ts';
import { type AttachResponse, attachContract } from './attachContract.ts';

/** Maximum pairs per call. */
const maxPairs = 10_000;

/** Routes that attach many tags to many channels at once, or detach them, from either side. */
export function attachRoutes(deps: ApiDeps): Route[] {
  return [attachRoute(deps, tag, channel), attachRoute(deps, channel, tag)];
}

interface Named {
  id: number;
  name: string;
}

function attachRoute(deps: ApiDeps, chosen: Entity, other: Entity): Route {
  const name = chosen.name as EntityName;
  const read = openFigures(deps);
  return implement(attachContract(chosen, other).attach, async ({ body, user, author }) => {
    const { action, isDryRun } = body;
    const scope = scopeOf(user);
    const to = [...new Set(body.to)];
    const rows: Named[] | null = await chooseBy(searchBy(deps, read, user), name as 'tag' | 'channel', body);
    if (!rows) return figuresUnavailable;
    if (rows.length * to.length > maxPairs) return reject(422, [tooMany]);
    const others = await deps.entities.listNames(other.name as EntityName, { scope, ids: to });
    const missing = to.filter((id) => !others.some((each) => each.id === id));
    if (missing.length > 0)
      return reject(
        422,
        missing.map((id) => unknownOther(other, to.indexOf(id))),
      );

    const there = await deps.entities.choose('waterfallRow', {
      filter: { filters: { [`${chosen.name}Id`]: rows.map(({ id }) => id), [`${other.name}Id`]: to }, scope },
    });
    const previewDigest = digestOf(there);
    if (body.previewDigest !== undefined && body.previewDigest !== previewDigest)
      return reject(409, [changedSincePreview]);
    const idOf = new Map(there.map((row) => [`${row.tagId} ${row.channelId}`, row.id]));
    const pairs = rows.flatMap((row) =>
      others.map((each) => (chosen === tag ? { tag: row, channel: each } : { tag: each, channel: row })),
    );
    const planned = pairs.map((pair): { pair: typeof pair; change: PlannedChange | null } => {
      const id = idOf.get(`${pair.tag.id} ${pair.channel.id}`);
      return { pair, change: changeOf(pair, id, body) };
    });
    const changes = planned.flatMap(({ change }) => change ?? []);
    const outcome = await deps.changeSets.apply(changes, {
      author: { ...author, source: 'bulk' },
      scope,
      demandId: user.demandId,
      isDryRun,
      isPartial: false,
      validate: validatorFor(user),
    });
    deps.snapshotNotifier.notify();
    const results = planned.map(({ pair, change }): AttachResponse['results'][number] => ({
      tag: { id: pair.tag.id, name: pair.tag.name },
      channel: { id: pair.channel.id, name: pair.channel.name },
      change: change ? `${action}ed` : 'same',
      problems: change ? (outcome.results[changes.indexOf(change)]?.faults ?? []) : [],
    }));
    const faults = results.flatMap(({ problems }) => problems);
    if (!isDryRun && faults.length > 0) return reject(422, faults);
    const touched = results
      .filter(({ change }) => change !== 'same')
      .map((result) => result[name as 'tag' | 'channel'].id);
    const about = { entity: name, user, now: deps.now() };
    const affectedTraffic = isDryRun ? await readAffectedTraffic(read, about, [...new Set(touched)]) : {};
    return ok({ batch: outcome.batch, previewDigest, ...affectedTraffic, results });
  });
}

/** The change that a pair needs; null when it already is as requested. */
function changeOf(
  pair: { tag: Named; channel: Named },
  id: number | undefined,
  { action, tier, weight }: { action: 'attach' | 'detach'; tier: number; weight: number },
): PlannedChange | null {
  if (action === 'detach') return id === undefined ? null : { entity: 'waterfallRow', action: 'remove', id };
  if (id !== undefined) return null;
  const values = { tagId: pair.tag.id, channelId: pair.channel.id, tier, weight };
  return { entity: 'waterfallRow', action: 'create', values };
}

const tooMany: Fault = { code: 'too_many', message: 'More than 10,000 pairs. Select fewer', path: 'to' };
const changedSincePreview: Fault = {
  code: 'changed_since',
  message: 'The waterfalls have changed since the preview. Preview again',
  path: 'previewDigest',
};

function unknownOther({ label }: Entity, place: number): Fault {
  return { code: 'unknown_reference', message: `There is no such ${label.toLowerCase()}`, path: `to.${place}` };
}
