import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import type { WhatIfRequest } from '#api/whatif/whatIfContract.ts';
import { tag, waterfallRow } from '#model/index.ts';
import { useRow, useRows } from '../../entities/useEntity.ts';
import { channel } from '#model/index.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import type { ChangedRows } from './changeDrafts.ts';

/** Maximum rows that the API returns in one list. */
const maxRows = 1000;

/** The channel, its waterfall, and the changed tags. */
export function useChangedRows(channelId: number | undefined, tagIds: readonly number[]) {
  const api = use(ApiContext);
  const own = useRow(channel, channelId ?? null);
  const waterfall = useRows(
    waterfallRow,
    { channelId: channelId ?? 0, sort: 'tier', size: maxRows },
    { isWanted: channelId !== undefined },
  );
  const ids = [...new Set(tagIds)].sort((a, b) => a - b);
  const tags = useQuery({
    queryKey: ['entity', tag.name, 'rows', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      Promise.all(ids.map((id) => api.get('/api/{entity}/{id}', { entity: tag, params: { id }, signal }))),
  });
  const rows: ChangedRows = {
    channel: channelId === undefined ? undefined : own.data,
    waterfall: (waterfall.data?.rows ?? []).filter((row) => row.channelId === channelId),
    tags: new Map((tags.data ?? []).map((row) => [row.id, row])),
  };
  return {
    rows,
    error: own.error ?? waterfall.error,
    isPending: own.isPending || waterfall.isPending,
    refetch: () => {
      void own.refetch();
      void waterfall.refetch();
    },
  };
}

/** Replays with changes. A new replay cancels the previous one. */
export function useReplay() {
  const api = use(ApiContext);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const replay = useMutation({
    mutationFn: async (request: WhatIfRequest) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const response = await api.post('/api/demand/whatif', { body: request, signal: controller.signal });
      return { request, response };
    },
  });
  return {
    ...replay,
    cancel() {
      running.current?.abort();
      replay.reset();
    },
  };
}
