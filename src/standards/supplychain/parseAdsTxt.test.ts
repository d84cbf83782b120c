import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAdsTxt } from './parseAdsTxt.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

describe('an ads.txt', () => {
  test('with every kind of line is read as its golden file says', () => {
    expect(parseAdsTxt(fixture('site.ads.txt'), 'ads')).toEqual(JSON.parse(fixture('site.ads.json')));
  });

  test('may have any line ending, and begin with a byte order mark', () => {
    for (const end of ['\r\n', '\r', '\n']) {
      const { file } = parseAdsTxt(['\ufeffa.example, 1, DIRECT', '', 'b.example, 2, RESELLER'].join(end), 'ads');
      expect(file?.records.map(({ asi, line }) => [asi, line])).toEqual([
        ['a.example', 1],
        ['b.example', 3],
      ]);
    }
  });

  test('that authorizes no seller says so with the placeholder', () => {
    const { file, findings } = parseAdsTxt('placeholder.example.com, placeholder, DIRECT, placeholder', 'ads');
    expect(file?.records).toEqual([]);
    expect(findings).toEqual([]);
  });

  test.each([
    ['an empty text', ''],
    ['comments alone', '# nothing yet\n# really'],
    [
      'a page',
      '<!doctype html>\n<html><head><meta name="x" content="y">\n<script>\nvalue = 5;\n</script>\nNot found</html>',
    ],
  ])('is not %s', (_title, text) => {
    const { file, findings } = parseAdsTxt(text, 'ads');
    expect(file).toBeNull();
    expect(findings[0]?.rule).toBe('empty');
  });

  test('of 50,000 lines is read', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `a${index}.example, ${index}, DIRECT`).join('\n');
    expect(parseAdsTxt(text, 'ads').file?.records).toHaveLength(50_000);
  });
});

test('an app-ads.txt has no subdomains', () => {
  const { file, findings } = parseAdsTxt('a.example, 1, DIRECT\nsubdomain=x.news.example', 'app');
  expect(file?.subdomains).toEqual([]);
  expect(findings).toMatchObject([{ severity: 'warning', rule: 'subdomain', at: 2 }]);
});
