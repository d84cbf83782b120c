import { useNavigate } from '@tanstack/react-router';
import { hasPart } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import type { ToastAction } from '../ui/overlay/toaster.ts';

/** The entries to which a link leads: those of a change set, or of a row. */
type ActivityPlace = { batch: number } | { entity: string; rowId: number };

/**
 * Returns a function that makes the link of a toast to the activity log, where a change can be undone later. Nothing in
 * editions without the log.
 */
export function useActivityLink(): (place: ActivityPlace) => { link?: ToastAction } {
  const { config } = useUser();
  const navigate = useNavigate();
  return (place) =>
    hasPart(config.database, 'log')
      ? { link: { label: 'Activity', onClick: () => void navigate({ to: '/log', search: place }) } }
      : {};
}
