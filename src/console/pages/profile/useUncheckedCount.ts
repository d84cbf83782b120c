import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { channel, tag } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** How many of the account's channels and tags are not checked for invalid traffic; null until it is known. */
export function useUncheckedCount(isWanted: boolean): { channels: number; tags: number } | null {
  const api = use(ApiContext);
  const query = useQuery({
    queryKey: ['entity', 'unchecked'],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const [channels, tags] = await Promise.all(
        [channel, tag].map(({ path }) =>
          api.get<{ total: number }>(`/api/${path}?checkIVT=false&size=1&figures=later`, signal),
        ),
      );
      return { channels: channels?.total ?? 0, tags: tags?.total ?? 0 };
    },
  });
  return query.data ?? null;
}

/** What saving does to them, in words. */
export function uncheckedWords({ channels, tags }: { channels: number; tags: number }): string {
  if (channels + tags === 0) return 'Every channel and tag is checked already.';
  const parts = [countOf(channels, 'channel'), countOf(tags, 'tag')].filter((part) => part !== '');
  return `Saving switches the check on for ${parts.join(' and ')}.`;
}

function countOf(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
