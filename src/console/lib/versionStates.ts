import type { PillTone } from '../ui/Pill.tsx';

/** The parts of a settings version that determine its state. */
interface Version {
  id: number;
  status: number;
  /** Rollout in percent, 0 to 100. */
  percent: number;
  publishedAt: string | null;
}

/** The state of a version as label and tone. */
export interface VersionState {
  text: string;
  tone: PillTone;
  /** True when some devices get it. */
  isServed: boolean;
}

/** The state of each version by ID: devices get the most recently published version that covers them. */
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

/** The ID of the version that most devices get: the newest that covers all, or else the newest that covers any. */
export function liveVersion(versions: readonly Version[]): number | null {
  const states = versionStates(versions);
  const served = versions.filter(({ id }) => states.get(id)?.isServed).toSorted(byPublishing);
  return (served.find(({ percent }) => percent === 100) ?? served[0])?.id ?? null;
}

function byPublishing(a: Version, b: Version): number {
  return (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || b.id - a.id;
}

/** The name of the next version: one more than the highest number at the end of a name. */
export function nextVersionName(names: readonly string[]): string {
  let last = { prefix: 'v', number: 0 };
  for (const name of names) {
    const [, prefix = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(name) ?? [];
    if (digits !== '' && Number(digits) > last.number) last = { prefix, number: Number(digits) };
  }
  return `${last.prefix}${last.number + 1}`;
}
