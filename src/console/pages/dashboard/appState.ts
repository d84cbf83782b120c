import type { AppHealth, AppVersion } from '#api/sdk/sdkContract.ts';
import { liveVersion, versionStates } from '../../lib/versionStates.ts';
import type { PillTone } from '../../ui/Pill.tsx';

/** Requests of a day from which on none of the next day is telling. */
const minRequests = 100;

/** How an app does, in words. */
export interface AppState {
  text: string;
  tone: PillTone;
  /** The version that most devices get; null where they work with the defaults. */
  live: AppVersion | null;
  /** Whether a newer version reaches a part of the devices. */
  isRollingOut: boolean;
}

/** The state of an app: the first of what is wrong with it, else that it is in order. */
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
