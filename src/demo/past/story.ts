import type { CandidateReason } from '#model/index.ts';

/** Milliseconds of an hour and of a day. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A partner whose tag failed for a time. Times are milliseconds since the epoch; an ongoing failure has no end. */
interface Failure {
  tag: string;
  reason: CandidateReason;
  from: number;
  until: number;
}

/** The past of the demo account. */
export interface Story {
  /** The time at which the demo was first started, in milliseconds since the epoch. */
  installedAt: number;
  /** When the floor of channels with a `formerFloor` was raised. */
  floorRaisedAt: number;
  failures: readonly Failure[];
}

/** The differences from the usual at a time of the story. */
export interface Conditions {
  isFloorRaised: boolean;
  /** The reasons for which tags fail, by name. */
  failing: ReadonlyMap<string, CandidateReason>;
  /** Days since the installation, negative before it. */
  day: number;
}

/**
 * The story of an installation: a floor was raised four weeks before it, a large buyer had an outage of half a day six
 * days before, and two partners have failed since recently.
 */
export function storyOf(installedAt: number): Story {
  const midnight = Math.floor(installedAt / dayMs) * dayMs;
  return {
    installedAt,
    floorRaisedAt: midnight - 28 * dayMs + 9 * hourMs,
    failures: [
      {
        tag: 'Alpine Reach – first price',
        reason: 'timeout',
        from: midnight - 6 * dayMs + 7 * hourMs,
        until: midnight - 6 * dayMs + 20 * hourMs,
      },
      {
        tag: 'Quickspot – in-app video',
        reason: 'invalid_xml',
        from: midnight - 5 * dayMs + 13 * hourMs,
        until: Infinity,
      },
      { tag: 'Pinewood Ads – instream', reason: 'timeout', from: installedAt - 20 * hourMs, until: Infinity },
    ],
  };
}

/** The conditions at a time, in milliseconds since the epoch. */
export function conditionsAt({ installedAt, floorRaisedAt, failures }: Story, at: number): Conditions {
  const failing = failures.filter(({ from, until }) => at >= from && at < until);
  return {
    isFloorRaised: at >= floorRaisedAt,
    failing: new Map(failing.map(({ tag, reason }) => [tag, reason])),
    day: Math.floor(at / dayMs) - Math.floor(installedAt / dayMs),
  };
}
