import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { channel, type Entity, tag } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** Flags that an account option turns on for all channels and tags. */
export type SwitchedFlag = 'checkIVT' | 'postbidPix' | 'postbidWh';

/** Numbers of channels and tags with a flag off. */
interface OffCount {
  channels: number;
  tags: number;
}

/**
 * Counts the account's channels and tags that have one of these flags off; null until loaded. With two flags, the
 * higher count is used, as they may overlap.
 */
export function useUncheckedCount(isWanted: boolean, flags: readonly SwitchedFlag[]): OffCount | null {
  const api = use(ApiContext);
  const query = useQuery({
    queryKey: ['entity', 'unchecked', ...flags],
    enabled: isWanted && flags.length > 0,
    queryFn: async ({ signal }): Promise<OffCount> => {
      const countOff = async (entity: Entity) => {
        const totals = await Promise.all(
          flags.map((flag) =>
            api.get('/api/{entity}', { entity, query: { [flag]: 'false', size: 1, figures: 'later' }, signal }),
          ),
        );
        return Math.max(...totals.map(({ total }) => total));
      };
      const [channels = 0, tags = 0] = await Promise.all([channel, tag].map(countOff));
      return { channels, tags };
    },
  });
  return query.data ?? null;
}

/** Describes the effect of saving. */
export function uncheckedText({ channels, tags }: OffCount, what: 'check' | 'measurement' = 'check'): string {
  if (channels + tags === 0) return `All channels and tags are already ${what === 'check' ? 'checked' : 'measured'}.`;
  const parts = [countOf(channels, 'channel'), countOf(tags, 'tag')].filter((part) => part !== '');
  return `Saving turns on the ${what} for ${parts.join(' and ')}.`;
}

function countOf(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
