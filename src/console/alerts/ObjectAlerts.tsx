import { type EntityName, mayUse } from '#model/index.ts';
import { alertEntities, type AlertEntity } from '#model/entity/alerts.ts';
import { useUser } from '../frame/session.ts';
import { cx } from '../ui/cx.ts';
import { AlertLine } from './AlertLine.tsx';
import { alertListProps } from './alertListOf.ts';
import { alertTones } from './alertTones.ts';
import { MutedAlerts } from './MutedAlerts.tsx';
import { useAlerts } from './useAlerts.ts';

/** The alerts of an object, above its form; nothing for objects without alerts. */
export function ObjectAlerts({ entity, id }: { entity: EntityName; id: number }) {
  const isReader = mayUse(useUser(), 'alerts');
  const alerted = alertEntities.find((each) => each === entity);
  return alerted && isReader ? <AlertsOf entity={alerted} id={id} /> : null;
}

function AlertsOf({ entity, id }: { entity: AlertEntity; id: number }) {
  const { data } = useAlerts({ entity, id }, true);
  if (!data || data.alerts.length + data.muted.length === 0) return null;
  return (
    <section {...alertListProps} aria-label="Alerts" className="border-b outline-none">
      <ul className="divide-y">
        {data.alerts.map((alert) => {
          const { Icon, className, label } = alertTones[alert.tone];
          return (
            <li key={alert.cause} className="flex items-baseline gap-2 px-4 py-2">
              <Icon role="img" aria-label={label} className={cx('size-4 shrink-0 self-center', className)} />
              <AlertLine alert={alert} isNamed={false} />
            </li>
          );
        })}
      </ul>
      <MutedAlerts muted={data.muted} isNamed={false} />
    </section>
  );
}
