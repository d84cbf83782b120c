import { defineEntity } from '../entity/entity.ts';
import { flag, integer, optionalInteger, optionalMoney, reference } from '../field/fields.ts';

/** The place of a tag in the waterfall of a channel. */
export const waterfallRow = defineEntity({
  name: 'waterfallRow',
  label: 'Waterfall row',
  pluralLabel: 'Waterfall rows',
  table: 'waterfall_rows',
  path: 'demand/waterfall',
  ownedBy: 'account',
  isServed: true,
  removal: 'delete',
  uniqueTogether: [['channelId', 'tagId']],
  fields: {
    channelId: reference({ label: 'Channel', target: 'channel', isImmutable: true }),
    tagId: reference({ label: 'Tag', target: 'tag', isImmutable: true }),
    tier: integer({
      label: 'Tier',
      min: 1,
      max: 20,
      default: 1,
      help: 'Tier 1 is called first. The next tier is called only if no tag of the tier returns an ad.',
    }),
    weight: integer({
      label: 'Weight',
      min: 1,
      max: 100,
      default: 50,
      help: 'Tie-break at equal prices: a higher weight wins proportionally more often.',
    }),
    floor: optionalMoney({
      label: 'Floor override',
      unit: 'USD CPM',
      help: 'Replaces the channel’s floor for this tag.',
    }),
    isEnabled: flag({ label: 'Enabled', default: true }),
    place: {
      ...optionalInteger({
        label: 'Rank in tier',
        formerLabels: ['Place in its tier'],
        min: 1,
        max: 10_000,
        help: 'Position by the channel’s order within tier. Rank 1 is called first. Empty = not enough data.',
      }),
      isGenerated: true,
    },
  },
});
