import { alertEntities } from '#model/entity/alerts.ts';
import type { ApiDeps } from '../deps.ts';
import type { ReadFigures } from '../entities/listMetrics/figures.ts';
import { muteAlerts } from './muteAlerts.ts';
import { readAlerts } from './readAlerts.ts';

/** The platform reads the figures of all accounts. */
const platform = { role: 'super', demandId: null } as const;

/**
 * Ends the mutes whose time is over or whose cause is gone, so that their alerts come back when the cause does. Ends none
 * while figures are unavailable. Publishes nothing for serving.
 */
export async function endMutes(
  { alertMutes, entities, now }: Pick<ApiDeps, 'alertMutes' | 'entities' | 'now'>,
  read: ReadFigures,
): Promise<boolean> {
  const at = now().toISOString();
  await alertMutes.prune(at);
  const mutes = await alertMutes.list('all', at);
  if (mutes.length === 0) return false;
  const { alerts, isComplete } = await readAlerts(
    { entities, read, now },
    {
      user: platform,
      scope: [...new Set(mutes.map(({ demandId }) => demandId))],
      entities: alertEntities.filter((entity) => mutes.some((mute) => mute.entity === entity)),
    },
  );
  if (isComplete) await alertMutes.remove(muteAlerts(alerts, mutes).ended.map(({ id }) => id));
  return false;
}
