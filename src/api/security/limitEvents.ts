import type { NewSecurityEvent } from '#storage/security/recordSecurityEvents.ts';
import type { SecurityLog } from '#storage/security/securityLog.ts';
import type { Author } from '#storage/entities/changeLog.ts';

/** Security events that callers could repeat without end. */
export interface LimitedEvents {
  /**
   * Records the first event of a key; those that follow within a minute become one, with their number as `count`. A
   * failure is logged, not thrown: the call that caused the event has its response.
   */
  note(key: string, author: Author, event: NewSecurityEvent): Promise<void>;
  /** Records the numbers of minutes that are over, or of all. */
  flush(isAll?: boolean): Promise<void>;
}

interface Minute {
  endsAt: number;
  author: Author;
  event: NewSecurityEvent;
  /** Events after the first one. */
  count: number;
}

const minuteMs = 60_000;
/** Keys per minute; those beyond count under one. */
const maxKeys = 200;
const otherKeys = 'others';

/** Limits events to 200 keys per minute and process, with two events each. */
export function limitEvents(
  { record }: Pick<SecurityLog, 'record'>,
  now: () => Date,
  onFailure: (error: unknown) => void,
): LimitedEvents {
  const minutes = new Map<string, Minute>();

  async function write(author: Author, event: NewSecurityEvent): Promise<void> {
    await record(author, event).catch(onFailure);
  }

  async function end(key: string, minute: Minute): Promise<void> {
    // Another call may have ended it in the meantime.
    if (minutes.get(key) !== minute) return;
    minutes.delete(key);
    const { author, event, count } = minute;
    if (count > 0) await write(author, { ...event, details: { ...event.details, count } });
  }

  async function flush(isAll = false): Promise<void> {
    const time = now().getTime();
    const over = [...minutes].filter(([, { endsAt }]) => isAll || endsAt <= time);
    for (const [key, minute] of over) await end(key, minute);
  }

  return {
    flush,
    async note(wanted, author, event) {
      await flush();
      const key = minutes.has(wanted) || minutes.size < maxKeys ? wanted : otherKeys;
      const minute = minutes.get(key);
      if (minute) {
        minute.count += 1;
        return;
      }
      minutes.set(key, { endsAt: now().getTime() + minuteMs, author, event, count: 0 });
      await write(author, event);
    },
  };
}
