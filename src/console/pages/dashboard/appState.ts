import type { AppHealth, AppVersion } from '#api/sdk/sdkContract.ts';
import { liveVersion, versionStates } from '../../lib/versionStates.ts';
import type { PillTone } from '../../ui/Pill.tsx';

/** Minimum requests of a day for their absence on the next day to be an alert. */
const minRequests = 100;

/** State of an app, as shown. */
export interface AppState {
  text: string;
  tone: PillTone;
  /** The version that most devices get; null when they use the defaults. */
  live: AppVersion | null;
  /** Whether a newer version is served to part of the devices. */
  isRollingOut: boolean;
}

/** The state of an app: its first problem, else OK. */
export function appState({ status, placements, versions, now, before }: AppHealth): AppState {
  const liveId = liveVersion(versions);
  const live = versions.find(({ id }) => id === liveId) ?? null;
  const states = versionStates(versions);
  const isRollingOut = versions.some(({ id, percent }) => states.get(id)?.isServed && percent < 100);
  const about = { live, isRollingOut };
  if (status !== 1) return { text: 'Paused', tone: 'warn', ...about };
  if (live?.forceOff) return { text: 'Switched off', tone: 'bad', ...about };
  if (placements.active === 0) return { text: 'No placement', tone: 'bad', ...about };
  if (now.reqs === 0 && before.reqs >= minRequests) return { text: 'Requests stopped', tone: 'bad', ...about };
  if (now.reqs === 0) return { text: 'No requests', tone: 'neutral', ...about };
  return { text: 'OK', tone: 'good', ...about };
}
