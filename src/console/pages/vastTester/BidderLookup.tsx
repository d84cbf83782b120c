import { useEffect } from 'react';
import { tag, waterfallRow } from '#model/index.ts';
import { useRow, useRows } from '../../entities/useEntity.ts';
import type { NamedChannel } from './BidderTermsFields.tsx';

/** A tag that is tested with a bid request, and the channels that it is attached to. */
export interface Bidder {
  id: number;
  channels: NamedChannel[];
}

/** Maximum rows that the API returns in one list. */
const maxRows = 1000;

/** Looks up whether a tag is a bidder's, and its channels. Shows nothing. */
export function BidderLookup({ tagId, onFound }: { tagId: number; onFound: (bidder: Bidder | null) => void }) {
  const { data: row } = useRow(tag, tagId);
  const isBidder = row !== undefined && row.id === tagId && row.integration !== 'VAST';
  const { data } = useRows(waterfallRow, { tagId, size: maxRows }, { isWanted: isBidder });
  useEffect(() => {
    if (!isBidder) return onFound(null);
    const rows = data?.rows.filter((each) => each.tagId === tagId) ?? [];
    const channels = rows.map(({ channelId, channel }) => {
      return { id: channelId, name: channel?.name ?? `#${channelId}` };
    });
    return onFound({ id: tagId, channels });
  }, [isBidder, data, tagId, onFound]);
  return null;
}
