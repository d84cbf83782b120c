import type { VastVersion } from './types.ts';
import { vastVersions } from './vastVersions.ts';

interface EventName {
  /** Every name of the event in any version. */
  aliases: readonly string[];
  /** The event's name in each version; absent = unknown to the version. */
  in: Readonly<Partial<Record<VastVersion, string>>>;
}

/** Names with the version from which on each is the event's; null = the version has no such event. */
type Since = readonly (readonly [VastVersion, string | null])[];

/** An event of some names, which are its aliases where `aliases` says no others. */
function event(since: Since, aliases = since.flatMap(([, name]) => name ?? [])): EventName {
  const names: Partial<Record<VastVersion, string>> = {};
  for (const version of vastVersions) {
    const name = since.findLast(([first]) => first <= version)?.[1];
    if (name) names[version] = name;
  }
  return { aliases, in: names };
}

/**
 * The tracking events of VAST 2.0–4.3 with their names in each version (1.1, 1.7), as its schema has them. `notUsed` is
 * in no schema.
 */
export const vastEventNames: readonly EventName[] = [
  ...[
    'creativeView',
    'start',
    'firstQuartile',
    'midpoint',
    'thirdQuartile',
    'complete',
    'mute',
    'unmute',
    'pause',
    'resume',
    'rewind',
    'close',
    'acceptInvitation',
  ].map((name) => event([['2.0', name]])),
  ...['skip', 'progress'].map((name) => event([['3.0', name]])),
  ...['minimize', 'overlayViewDuration', 'otherAdInteraction'].map((name) => event([['4.0', name]])),
  event([['4.1', 'loaded']]),
  event([['4.2', 'interactiveStart']]),
  event([
    ['4.0', 'timeSpentViewing'],
    ['4.1', null],
  ]),
  event([
    ['2.0', 'fullscreen'],
    ['4.0', 'playerExpand'],
  ]),
  event([
    ['3.0', 'exitFullscreen'],
    ['4.0', 'playerCollapse'],
  ]),
  event([
    ['2.0', 'expand'],
    ['4.0', 'adExpand'],
  ]),
  event([
    ['2.0', 'collapse'],
    ['4.0', 'adCollapse'],
  ]),
  event(
    [
      ['2.0', 'close'],
      ['3.0', 'closeLinear'],
      ['4.0', 'close'],
      ['4.1', 'closeLinear'],
    ],
    ['closeLinear'],
  ),
  event(
    [
      ['2.0', 'acceptInvitation'],
      ['3.0', 'acceptInvitationLinear'],
      ['4.1', 'acceptInvitation'],
    ],
    ['acceptInvitationLinear'],
  ),
];

const byAlias = new Map(vastEventNames.flatMap((each) => each.aliases.map((alias) => [alias, each.in] as const)));

/** The name in `version` of an event named as in any version; undefined when the version lacks it. */
export function eventName(name: string, version: VastVersion): string | undefined {
  return byAlias.get(name)?.[version];
}

/**
 * The playback events that we count, in playing order, by their VAST names. The impression is an element, not an event.
 */
export const countedEvents = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;
