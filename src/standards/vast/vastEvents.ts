import type { VastVersion } from './types.ts';

interface EventName {
  /** Every name of the event in any version. */
  aliases: readonly string[];
  /** The event's name in each version; absent = unknown to the version. */
  in: Readonly<Partial<Record<VastVersion, string>>>;
}

const everywhere = (name: string): EventName => ({ aliases: [name], in: { '2.0': name, '3.0': name, '4.2': name } });
const since30 = (name: string): EventName => ({ aliases: [name], in: { '3.0': name, '4.2': name } });
const since42 = (name: string): EventName => ({ aliases: [name], in: { '4.2': name } });

/**
 * The tracking events of VAST 2.0–4.3 with their names in each version (1.1, 1.7). `notUsed` and `timeSpentViewing` are
 * in no schema of our responses.
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
  ].map(everywhere),
  ...['skip', 'progress'].map(since30),
  ...['loaded', 'minimize', 'overlayViewDuration', 'otherAdInteraction', 'interactiveStart'].map(since42),
  { aliases: ['fullscreen', 'playerExpand'], in: { '2.0': 'fullscreen', '3.0': 'fullscreen', '4.2': 'playerExpand' } },
  { aliases: ['exitFullscreen', 'playerCollapse'], in: { '3.0': 'exitFullscreen', '4.2': 'playerCollapse' } },
  { aliases: ['expand', 'adExpand'], in: { '2.0': 'expand', '3.0': 'expand', '4.2': 'adExpand' } },
  { aliases: ['collapse', 'adCollapse'], in: { '2.0': 'collapse', '3.0': 'collapse', '4.2': 'adCollapse' } },
  { aliases: ['closeLinear'], in: { '2.0': 'close', '3.0': 'closeLinear', '4.2': 'closeLinear' } },
  {
    aliases: ['acceptInvitationLinear'],
    in: { '2.0': 'acceptInvitation', '3.0': 'acceptInvitationLinear', '4.2': 'acceptInvitation' },
  },
];

const byAlias = new Map(vastEventNames.flatMap((event) => event.aliases.map((alias) => [alias, event.in] as const)));

/** The name in `version` of an event named as in any version; undefined when the version lacks it. */
export function eventName(event: string, version: VastVersion): string | undefined {
  return byAlias.get(event)?.[version];
}

/**
 * The playback events that we count, in playing order, by their VAST names. The impression is an element, not an event.
 */
export const countedEvents = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const;
