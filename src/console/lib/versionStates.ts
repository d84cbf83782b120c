import type { PillTone } from '../ui/Pill.tsx';

/** A version of an app's settings, as far as its state follows from it. */
interface Version {
  id: number;
  status: number;
  /** Rollout, 0 to 100. */
  percent: number;
  publishedAt: string | null;
}

/** What a version is to the devices, in words. */
export interface VersionState {
  text: string;
  tone: PillTone;
  /** Whether some devices get it. */
  isServed: boolean;
}

/** The state of each version by its id: devices get the one published last that covers them. */
export function versionStates(versions: readonly Version[]): Map<number, VersionState> {
  const states = new Map<number, VersionState>();
  let isCovered = false;
  for (const version of versions.toSorted(byPublishing)) {
    const { id, status, percent, publishedAt } = version;
    if (publishedAt === null) states.set(id, { text: 'Draft', tone: 'neutral', isServed: false });
    else if (status !== 1) states.set(id, { text: 'Paused', tone: 'warn', isServed: false });
    else if (isCovered) states.set(id, { text: 'Replaced', tone: 'neutral', isServed: false });
    else if (percent === 0) states.set(id, { text: 'Test devices', tone: 'accent', isServed: false });
    else {
      states.set(id, { text: percent === 100 ? 'Live' : `Live for ${percent}%`, tone: 'good', isServed: true });
      isCovered = percent === 100;
    }
  }
  return states;
}

/** The version that most devices get: the newest that covers all, else the newest that covers any. */
export function liveVersion(versions: readonly Version[]): number | null {
  const states = versionStates(versions);
  const served = versions.filter(({ id }) => states.get(id)?.isServed).toSorted(byPublishing);
  return (served.find(({ percent }) => percent === 100) ?? served[0])?.id ?? null;
}

function byPublishing(a: Version, b: Version): number {
  return (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || b.id - a.id;
}

/** A name for the version after these: one more than the highest number at the end of a name. */
export function nextVersionName(names: readonly string[]): string {
  let last = { prefix: 'v', number: 0 };
  for (const name of names) {
    const [, prefix = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(name) ?? [];
    if (digits !== '' && Number(digits) > last.number) last = { prefix, number: Number(digits) };
  }
  return `${last.prefix}${last.number + 1}`;
}
