import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { z } from 'zod';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { localStore } from '../lib/browserStorage.ts';
import { failureOf, schedulesQuery } from '../reports/schedules.ts';

/** A failed schedule as the bell shows it. */
export interface BellNotice {
  reportId: number;
  name: string;
  text: string;
  /** Unique per failure. */
  key: string;
}

/** Returns the notices of failed schedules. A failure stays until a later run succeeds. */
export function noticesOf(schedules: readonly ReportSchedule[]): BellNotice[] {
  return schedules.flatMap((schedule) => {
    const text = failureOf(schedule);
    const { reportId, name, lastRun, pauseReason } = schedule;
    const key = `${reportId}:${lastRun?.id ?? 0}${pauseReason === null ? '' : ':paused'}`;
    return text === null ? [] : [{ reportId, name, text, key }];
  });
}

const seenSchema = z.array(z.string());
const memoryKey = (userId: number) => `bellNotices:${userId}`;

/** The notices of the user's schedules. The bell is lit while one has not been seen since it happened. */
export function useBellNotices(userId: number): { notices: BellNotice[]; isLit: boolean; onRead: () => void } {
  const api = use(ApiContext);
  const { data } = useQuery(schedulesQuery(api));
  const [seen, setSeen] = useState(
    () => localStore.getJson(memoryKey(userId), (value) => seenSchema.safeParse(value).data ?? null) ?? [],
  );
  const notices = noticesOf(data ?? []);
  return {
    notices,
    isLit: notices.some(({ key }) => !seen.includes(key)),
    onRead() {
      const keys = notices.map(({ key }) => key);
      setSeen(keys);
      localStore.setJson(memoryKey(userId), keys);
    },
  };
}
