import type { AlertMute } from '#storage/alerts/alertMuteStore.ts';
import { alertOf, type PricedAlert } from './groupAlerts.ts';
import type { MutedAlert } from './dashboardContract.ts';

/** Alerts by whether they are muted, and the mutes whose cause is gone. */
export interface AlertsByMute {
  shown: PricedAlert[];
  muted: MutedAlert[];
  ended: AlertMute[];
}

/** Separates the alerts that are muted from the others. The mutes must be of the same objects as the alerts. */
export function muteAlerts(alerts: readonly PricedAlert[], mutes: readonly AlertMute[]): AlertsByMute {
  const byAlert = new Map(mutes.map((mute) => [keyOf(mute.entity, mute.objectId, mute.cause), mute]));
  const shown: PricedAlert[] = [];
  const muted: MutedAlert[] = [];
  const found = new Set<AlertMute>();
  for (const alert of alerts) {
    const { object, cause } = alert;
    const mute = object ? byAlert.get(keyOf(object.entity, object.id, cause)) : undefined;
    if (!mute) {
      shown.push(alert);
      continue;
    }
    found.add(mute);
    const { id, reason, until, mutedBy, mutedAt } = mute;
    muted.push({ ...alertOf(alert), mute: { id, reason, until, mutedBy, mutedAt } });
  }
  return { shown, muted, ended: mutes.filter((mute) => !found.has(mute)) };
}

function keyOf(entity: string, id: number, cause: string): string {
  return `${entity} ${id} ${cause}`;
}
