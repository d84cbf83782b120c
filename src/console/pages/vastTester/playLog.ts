import type { TestedAd, TestedTracker } from '#api/vastTester/vastTesterContract.ts';

/** A message of the stage: a media event of the video, and its position. */
export interface StageMessage {
  stage: string;
  /** Position in seconds. */
  at: number;
  /** Seconds; null until known. */
  duration: number | null;
  isMuted: boolean;
  width: number;
  height: number;
  /** MediaError code; null without an error. */
  code: number | null;
}

/** A VAST event that a player would track. */
export interface PlayedEvent {
  event: string;
  /** Of progress only: the offset of its trackers. */
  offset?: string;
  /** Position in the video, in seconds. */
  at: number;
  /** Of error only: the VAST error code. */
  errorCode?: number;
}

/** Playback state and events since the ad was put on the stage. */
export interface PlayLog {
  phase: 'idle' | 'loading' | 'playing' | 'paused' | 'ended' | 'failed';
  at: number;
  duration: number | null;
  isMuted: boolean;
  events: readonly PlayedEvent[];
}

/** The state before playback. */
export const emptyLog: PlayLog = { phase: 'idle', at: 0, duration: null, isMuted: true, events: [] };

const quartiles = [
  ['firstQuartile', 0.25],
  ['midpoint', 0.5],
  ['thirdQuartile', 0.75],
] as const;

/** Applies a message of the stage. Every event occurs once, except those that the viewer triggers. */
export function takeMessage(log: PlayLog, message: StageMessage, ad: TestedAd): PlayLog {
  const { at, isMuted } = message;
  const next = { ...log, at, isMuted, duration: message.duration ?? log.duration };
  const hasStarted = log.events.some(({ event }) => event === 'start');
  const isOver = log.phase === 'ended' || log.phase === 'failed';
  switch (message.stage) {
    case 'loadedmetadata':
      return add(next, { event: 'loaded', at });
    case 'playing':
      if (isOver) return log;
      next.phase = 'playing';
      if (!hasStarted) return add(next, ...['impression', 'creativeView', 'start'].map((event) => ({ event, at })));
      return log.phase === 'paused' ? add(next, { event: 'resume', at }) : next;
    case 'timeupdate':
      return hasStarted && !isOver ? add(next, ...dueEvents(next, ad)) : next;
    case 'pause':
      // Videos also pause when they end.
      if (log.phase !== 'playing' || (next.duration !== null && at >= next.duration - 0.1)) return next;
      return add({ ...next, phase: 'paused' }, { event: 'pause', at });
    case 'ended':
      if (isOver || !hasStarted) return next;
      return add(
        { ...add(next, ...dueEvents({ ...next, at: Number.POSITIVE_INFINITY }, ad, at)), phase: 'ended' },
        {
          event: 'complete',
          at,
        },
      );
    case 'volumechange':
      return log.isMuted === isMuted || !hasStarted ? next : add(next, { event: isMuted ? 'mute' : 'unmute', at });
    case 'click':
      return hasStarted && !isOver ? add(next, { event: 'click', at }) : next;
    case 'error':
      if (isOver || message.code === null) return log;
      return add({ ...next, phase: 'failed' }, { event: 'error', at, errorCode: errorCodes[message.code] ?? 400 });
    default:
      return next;
  }
}

/** Applies a skip by the viewer. */
export function skipAd(log: PlayLog): PlayLog {
  return add({ ...log, phase: 'ended' }, { event: 'skip', at: log.at });
}

/** VAST error codes by MediaError code: 2 = network failure, 3 = not decodable, 4 = missing or unsupported. */
const errorCodes: Record<number, number> = { 2: 402, 3: 405, 4: 401 };

const manual = new Set(['pause', 'resume', 'mute', 'unmute', 'click']);

function add(log: PlayLog, ...events: readonly PlayedEvent[]): PlayLog {
  const fresh = events.filter(
    ({ event, offset }) =>
      manual.has(event) || !log.events.some((known) => known.event === event && known.offset === offset),
  );
  return fresh.length === 0 ? log : { ...log, events: [...log.events, ...fresh] };
}

/** The quartile and progress events that are due, with `at` as their time. */
function dueEvents(log: PlayLog, ad: TestedAd, at = log.at): PlayedEvent[] {
  const { duration } = log;
  if (duration === null || duration === 0) return [];
  const events: PlayedEvent[] = [];
  // Several trackers may share an offset.
  const offsets = new Set(ad.trackers.map(({ event, offset }) => (event === 'progress' ? offset : undefined)));
  for (const offset of offsets) {
    const seconds = offset === undefined ? null : offsetSeconds(offset, duration);
    if (offset !== undefined && seconds !== null && log.at >= seconds) events.push({ event: 'progress', offset, at });
  }
  for (const [event, share] of quartiles) if (log.at >= duration * share) events.push({ event, at });
  return events;
}

/** Seconds of an offset, a time or a percentage; null when it is neither. */
export function offsetSeconds(offset: string, duration: number): number | null {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(offset);
  if (percent) return (duration * Number(percent[1])) / 100;
  const time = /^(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(offset);
  return time ? Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]) : null;
}

/** Whether a tracker belongs to an event. */
export function isTrackerOf({ event, offset }: PlayedEvent, tracker: TestedTracker): boolean {
  return tracker.event === event && (event !== 'progress' || tracker.offset === offset);
}
