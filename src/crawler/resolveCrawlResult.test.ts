import { describe, expect, test } from 'vitest';
import { parseAdsTxt } from '#standards/supplychain/parseAdsTxt.ts';
import type { AdsTxtReading } from './readAdsTxtFile.ts';
import { resolveCrawlResult } from './resolveCrawlResult.ts';

const now = Date.parse('2026-03-01T00:00:00Z');
const setting = { now, random: 0.5, systems: ['ours.example', 'press.example'] };
const hoursUntil = (iso: string) => (Date.parse(iso) - now) / 3_600_000;

function read(text: string): AdsTxtReading {
  const { file } = parseAdsTxt(text, 'ads');
  if (!file) throw new Error('no such file');
  return { type: 'read', outcome: 'ok', file };
}

const known = { state: 'file', failures: 0 } as const;
const unknown = { state: 'unread', failures: 0 } as const;

describe('the stored content of a file', () => {
  test('is the listed sellers of our systems, and the hosts that it refers to', () => {
    const text = [
      'ours.example, pub1, DIRECT',
      'Ours.example, pub1, RESELLER',
      'press.example, 7, RESELLER',
      'others.example, pub1, DIRECT',
      'subdomain=sport.news.example',
      'inventorypartnerdomain=partner.example',
    ];
    const result = resolveCrawlResult(unknown, read(text.join('\n')), setting);
    expect(result).toMatchObject({
      outcome: 'ok',
      failures: 0,
      readAt: '2026-03-01T00:00:00.000Z',
      content: {
        state: 'file',
        sellers: ['ours.example pub1', 'press.example 7'],
        subdomains: ['sport.news.example'],
        partners: ['partner.example'],
      },
    });
    expect(hoursUntil(result.dueAt)).toBe(24);
  });

  test.each([
    ['is removed on a 404', known, { type: 'none', outcome: 'http_404' }, 'none'],
    ['stays while the host does not respond', known, { type: 'failed', outcome: 'timeout' }, undefined],
    ['stays while the host responds with an error', known, { type: 'failed', outcome: 'http_503' }, undefined],
    ['stays while the host responds with something else', known, { type: 'wrong', outcome: 'not_text' }, undefined],
    ['is none where the host responds with something else', unknown, { type: 'wrong', outcome: 'not_text' }, 'none'],
    ['stays unknown while the host cannot be reached', unknown, { type: 'failed', outcome: 'conn_error' }, undefined],
  ] as const)('%s', (_title, before, reading, state) => {
    const result = resolveCrawlResult(before, reading, setting);
    expect(result.content?.state).toBe(state);
    expect(result.outcome).toBe(reading.outcome);
    expect(result.readAt).toBeUndefined();
  });

  test('has a limited number of partners', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `inventorypartnerdomain=p${index}.example`);
    expect(resolveCrawlResult(unknown, read(lines.join('\n')), setting).content?.partners).toHaveLength(100);
  });
});

describe('the next attempt', () => {
  test('follows after a day, with 10 % jitter', () => {
    const at = (random: number) =>
      hoursUntil(resolveCrawlResult(known, read('a.example, 1, DIRECT'), { ...setting, random }).dueAt);
    expect(at(0)).toBeCloseTo(21.6);
    expect(at(0.999)).toBeCloseTo(26.4, 1);
  });

  test('follows sooner after a failure, later after each further one, up to a day', () => {
    let failures = 0;
    const pauses = Array.from({ length: 9 }, () => {
      const result = resolveCrawlResult({ state: 'file', failures }, { type: 'failed', outcome: 'timeout' }, setting);
      ({ failures } = result);
      return hoursUntil(result.dueAt);
    });
    expect(pauses).toEqual([0.25, 0.5, 1, 2, 4, 8, 16, 24, 24]);
  });
});
