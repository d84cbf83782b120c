import { expect, test } from 'vitest';
import { parseAgentList } from './agentList.ts';

test('words match anywhere and in any case, those with ^ only at the start', () => {
  const list = parseAgentList('# ours\n\nAcmeScraper\n^MyTool/\n');
  expect(list.size).toBe(2);
  expect(list.has('Mozilla/5.0 (compatible; acmescraper/2.0)')).toBe(true);
  expect(list.has('mytool/1.0')).toBe(true);
  expect(list.has('Mozilla/5.0 MyTool/1.0')).toBe(false);
  expect(list.has('# ours')).toBe(false);
  expect(list.has('')).toBe(false);
});

test('lines with bars are entries of the IAB robots list', () => {
  const list = parseAgentList(
    ['spider|1|spiderman,tarantula|0|2|0|', 'java/|1||1|1|1|', 'gone|0||1|1|0|01/02/2020', '|1||1|1|1|'].join('\r\n'),
  );
  expect(list.size).toBe(2);
  expect(list.has('BigSpider/1.0')).toBe(true);
  expect(list.has('SpiderMan-Game/1.0')).toBe(false);
  expect(list.has('Java/17')).toBe(true);
  expect(list.has('App Java/17')).toBe(false);
  expect(list.has('gone/1.0')).toBe(false);
});
