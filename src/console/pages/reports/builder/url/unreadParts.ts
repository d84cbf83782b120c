import {
  canUseDimension,
  canUseMetric,
  currentMetricColumn,
  isDimensionKey,
  isMetricKey,
  type MetricRights,
} from '#reports/index.ts';
import { readFilter } from '../../../../reports/reportLink.ts';
import { readCompare } from './compare.ts';
import { readHaving } from './having.ts';
import { isInterval } from './intervals.ts';
import { isLimit, mayCount, readSearch, readZone, type RawSearch } from './reportSearch.ts';
import { defaultTop, reportViews, topChoices } from './reportViews.ts';

/** The parts of a URL that are invalid or not allowed, as messages that name the part; empty when there are none. */
export function unreadParts(raw: RawSearch, rights: MetricRights, now: string): string[] {
  const found: string[] = [];
  const isDimension = (key: string) => isDimensionKey(key) && canUseDimension(rights.role, key, rights.tagParams);
  const isMetric = (name: string) => {
    const key = currentMetricColumn(name);
    return isMetricKey(key) && canUseMetric(rights, key);
  };
  const search = readSearch(raw, rights, now);
  const check = (name: string, isRead: (text: string) => boolean, allowedWords: (text: string) => string) => {
    for (const text of textsOf(raw[name])) if (text !== '' && !isRead(text)) found.push(allowedWords(cut(text)));
  };
  const keys = (name: string, isKnown: (key: string) => boolean, what: string) => {
    for (const key of textsOf(raw[name]).flatMap((text) => text.split(','))) {
      if (key !== '' && key !== 'none' && !isKnown(key))
        found.push(`Unknown ${what} “${cut(key)}”, or no access to it`);
    }
  };
  keys('dims', isDimension, 'dimension');
  keys('metrics', isMetric, 'metric');
  check(
    'interval',
    (text) => isInterval(text) && isDimension(text),
    (text) => `Unknown time unit “${text}”`,
  );
  check('pivot', isDimension, (text) => `Unknown dimension “${text}” for columns`);
  check(
    'f',
    (text) => readFilter(text) !== null,
    (text) => `Filter “${text}” is not valid`,
  );
  check(
    'having',
    (text) => mayCount(rights, readHaving(text)?.metric ?? ''),
    (text) => `Metric filter “${text}” is not valid`,
  );
  check(
    'traffic',
    (text) => text === search.traffic,
    (text) => `Unknown traffic “${text}”: use live or test`,
  );
  check(
    'compare',
    (text) => readCompare(text) !== null,
    (text) => `Unknown comparison “${text}”`,
  );
  check(
    'zone',
    () => readZone(raw) !== null,
    (text) => `Time zone “${text}” is not valid: use hours from UTC, −12 to 12`,
  );
  check(
    'view',
    (text) => reportViews.some((each) => each === text),
    (text) => `Unknown chart type “${text}”`,
  );
  check(
    'top',
    (text) => topChoices.some((each) => String(each) === text) || text === String(defaultTop),
    (text) => `Number of series “${text}” is not valid`,
  );
  check(
    'limit',
    () => isLimit(raw),
    (text) => `Row limit “${text}” is not valid`,
  );
  const [from, to] = [textsOf(raw['from'])[0], textsOf(raw['to'])[0]];
  if ((from !== undefined || to !== undefined) && search.range.preset !== 'custom') {
    found.push(`Date range “${cut(from ?? '')}” to “${cut(to ?? '')}” is not valid`);
  }
  check(
    'range',
    (text) => search.range.preset === text || search.range.preset === 'custom',
    (text) => `Unknown date range “${text}”`,
  );
  return found;
}

const maxCharacters = 40;

function cut(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}

function textsOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : []));
}
