import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { z } from 'zod';
import type { ReportSchedule } from '#api/schedules/scheduleContract.ts';
import type { WaitingChange } from '#api/fourEyes/waitingContract.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { localStore } from '../lib/browserStorage.ts';
import { useWaitingChanges } from '../waiting/useWaitingChanges.ts';
import { keysQuery } from '../pages/keys/keysQuery.ts';
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

/** The key of the notice that API keys replace the API token. */
const tokenKey = 'apiToken';

/** The notices of a user. */
interface BellNotices {
  /** Failed schedules. */
  notices: BellNotice[];
  /** Whether the account of the user, its owner, still has an API token. */
  hasApiToken: boolean;
  /** Changes that wait for the user to approve them. */
  toApprove: WaitingChange[];
  isLit: boolean;
  onRead(): void;
}

/** The notices of a user. The bell is lit while one has not been seen since it happened. */
export function useBellNotices({ id, role, adminId }: Pick<SessionUser, 'id' | 'role' | 'adminId'>): BellNotices {
  const api = use(ApiContext);
  const { data } = useQuery(schedulesQuery(api));
  const toApprove = useWaitingChanges().changes.filter(({ canApprove }) => canApprove);
  const { data: keys } = useQuery({
    ...keysQuery(api),
    enabled: role === 'demand' && adminId === null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [seen, setSeen] = useState(
    () => localStore.getJson(memoryKey(id), (value) => seenSchema.safeParse(value).data ?? null) ?? [],
  );
  const notices = noticesOf(data ?? []);
  const hasApiToken = keys !== undefined && keys.token !== null;
  const current = [
    ...notices.map(({ key }) => key),
    ...(hasApiToken ? [tokenKey] : []),
    ...toApprove.map(({ id: changeId }) => `waiting:${changeId}`),
  ];
  return {
    notices,
    hasApiToken,
    toApprove,
    isLit: current.some((key) => !seen.includes(key)),
    onRead() {
      setSeen(current);
      localStore.setJson(memoryKey(id), current);
    },
  };
}
