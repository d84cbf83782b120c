import type { EntityName } from './entities.ts';

/** The entities whose objects have alerts. */
export const alertEntities = [
  'tag',
  'channel',
  'subpublisher',
  'campaign',
  'creative',
  'supplier',
  'adexchange',
] as const satisfies readonly EntityName[];

export type AlertEntity = (typeof alertEntities)[number];

/** Days for which an alert can be muted. */
export const muteDays = [1, 7, 30] as const;

/** Maximum length of the reason of a mute. */
export const maxMuteReason = 500;
