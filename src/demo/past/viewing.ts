import type { FactRow } from '#events/load/factRows.ts';
import type { Environment } from '#model/index.ts';
import { partOf } from './apportion.ts';

/** How viewers of an inventory behave: each is a share of the one before it, viewability of impressions. */
interface Viewing {
  shown: number;
  errors: number;
  quartiles: readonly [start: number, q1: number, q2: number, q3: number, complete: number] | null;
  clicks: number;
  measurable: number;
  viewable: number;
}

const video = { quartiles: [0.985, 0.93, 0.93, 0.95, 0.96], errors: 0.022, measurable: 0.86, viewable: 0.71 } as const;

const viewings = {
  web: { ...video, shown: 0.95, clicks: 0.0042 },
  mobileWeb: { ...video, shown: 0.93, clicks: 0.0061, quartiles: [0.98, 0.89, 0.9, 0.93, 0.95] },
  app: { ...video, shown: 0.96, clicks: 0.0094, quartiles: [0.99, 0.95, 0.95, 0.97, 0.97], measurable: 0.78 },
  ctv: {
    shown: 0.985,
    errors: 0.009,
    quartiles: [0.995, 0.99, 0.99, 0.99, 0.99],
    clicks: 0,
    measurable: 0,
    viewable: 0,
  },
  banner: { shown: 0.94, errors: 0, quartiles: null, clicks: 0.0011, measurable: 0.91, viewable: 0.63 },
  native: { shown: 0.9, errors: 0, quartiles: null, clicks: 0.0034, measurable: 0.88, viewable: 0.66 },
  audio: {
    shown: 0.97,
    errors: 0.004,
    quartiles: [0.99, 0.97, 0.97, 0.98, 0.98],
    clicks: 0.0006,
    measurable: 0,
    viewable: 0,
  },
} as const satisfies Readonly<Record<string, Viewing>>;

/** The kinds of ads that viewers treat alike: a format, or the environment of a video. */
export type ViewingKind = keyof typeof viewings;

/** The kind of ads of a format in an environment. */
export function viewingKindOf(format: 'video' | 'banner' | 'native' | 'audio', environment: Environment): ViewingKind {
  return format === 'video' ? environment : format;
}

/** The counts of events of some returned ads, and those of their player errors. */
export interface ViewedAds {
  events: Pick<FactRow, 'imps' | 'starts' | 'q1' | 'q2' | 'q3' | 'completes' | 'clicks' | 'measurable' | 'viewed'> & {
    imps: number;
  };
  errors: number;
}

/** The events and errors of a number of returned ads. */
export function viewAds(ads: number, kind: ViewingKind, random: () => number): ViewedAds {
  const errors = partOf(ads, viewings[kind].errors, random);
  return { events: eventsOf(partOf(ads - errors, viewings[kind].shown, random), kind, random), errors };
}

/** The events of a number of impressions. */
export function eventsOf(imps: number, kind: ViewingKind, random: () => number): ViewedAds['events'] {
  const { quartiles, clicks, measurable, viewable } = viewings[kind];
  const [starts, q1, q2, q3, completes] = (quartiles ?? []).reduce<number[]>(
    (reached, share) => [...reached, partOf(reached.at(-1) ?? imps, share, random)],
    [],
  );
  const measured = partOf(imps, measurable, random);
  return {
    imps,
    starts,
    q1,
    q2,
    q3,
    completes,
    clicks: partOf(imps, clicks, random) || undefined,
    measurable: measured || undefined,
    viewed: partOf(measured, viewable, random) || undefined,
  };
}

/** The ads that are returned for a number of impressions, on average. */
export function adsFor(imps: number, kind: ViewingKind): number {
  return Math.ceil(imps / (viewings[kind].shown * (1 - viewings[kind].errors)));
}
