import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contextWords } from '../src/api/people/contextWords.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const markdown = read('docs/security.md');

/** Requirements of levels 1 and 2 in each section of ASVS 5.0. All sections are numbered from 1 without gaps. */
const sections: readonly (readonly [chapter: string, counts: Readonly<Record<number, number>>])[] = [
  ['V1', { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 }],
  ['V2', { 1: 3, 2: 3, 3: 4, 4: 1 }],
  ['V3', { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 }],
  ['V4', { 1: 3, 2: 1, 3: 2, 4: 4 }],
  ['V5', { 1: 1, 2: 3, 3: 2, 4: 3 }],
  ['V6', { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 }],
  ['V7', { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 }],
  ['V8', { 1: 2, 2: 3, 3: 1, 4: 1 }],
  ['V9', { 1: 3, 2: 4 }],
  ['V10', { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 }],
  ['V11', { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 }],
  ['V12', { 1: 3, 2: 2, 3: 4 }],
  ['V13', { 1: 1, 2: 5, 3: 2, 4: 5 }],
  ['V14', { 1: 2, 2: 4, 3: 3 }],
  ['V15', { 1: 3, 2: 3, 3: 7 }],
  ['V16', { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 }],
  ['V17', { 1: 1, 2: 4, 3: 2 }],
];
const numbers = sections.flatMap(([chapter, counts]) =>
  Object.entries(counts).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${section}.${at + 1}`),
  ),
);

/** The cells of all table rows that begin with a number. */
const tableRows = [...markdown.matchAll(/^\| (V\d.*) \|$/gm)].map(([, cells = '']) => cells.split(' | '));
const rows = tableRows.filter((cells) => cells.length === 5);
/** Numbers that do not apply; `V4.4.1–V4.4.4` is a range within a section. */
const inapplicable = tableRows.filter((cells) => cells.length === 2).flatMap(([range = '']) => numbersOf(range));

function numbersOf(range: string): string[] {
  const [first = '', last = first] = range.split('–');
  const [section, from, to] = [
    first.slice(0, first.lastIndexOf('.')),
    ...[first, last].map((each) => Number(each.split('.')[2])),
  ];
  expect(last.startsWith(`${section}.`), range).toBe(true);
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${section}.${Number(from) + at}`);
}

const inOrder = (some: readonly string[]) => numbers.filter((number) => some.includes(number));

describe('the rows of ASVS 5.0', () => {
  test('are all requirements of levels 1 and 2, each once and in order', () => {
    expect(numbers).toHaveLength(253);
    const found = rows.map(([number = '']) => number);
    expect([...found, ...inapplicable].toSorted()).toEqual(numbers.toSorted());
    expect(found).toEqual(inOrder(found));
    expect(inapplicable).toEqual(inOrder(inapplicable));
  });

  test('have a state of the list, whose counts are those at the top', () => {
    const states = ['met', 'partly', 'not met', 'operator'];
    expect(rows.filter(([, , state = '']) => !states.includes(state))).toEqual([]);
    const count = (state: string) => rows.filter((cells) => cells[2] === state).length;
    for (const [state, total] of [
      ...states.map((each) => [each, count(each)]),
      ['does not apply', inapplicable.length],
    ])
      expect(markdown).toMatch(new RegExp(`^\\| ${state} \\| [^|]+ \\| ${total} \\|$`, 'm'));
  });

  test('name tests that exist, or say that there is none', () => {
    const missing = rows.flatMap(([number, subject = '', state = '', how = '', cell = '']) => {
      if (cell === '–') {
        const hasNone =
          subject.startsWith('Document:') || ['not met', 'operator'].includes(state) || how.endsWith('No test.');
        return hasNone ? [] : [`${number}: no test`];
      }
      return cell.split('<br>').flatMap((named) => {
        const [, path = '', title = ''] = /^`([\w./-]+): (.+)`$/.exec(named) ?? [];
        return isTest(path, title) ? [] : [`${number}: ${named}`];
      });
    });
    expect(missing).toEqual([]);
  });
});

/** Whether a test file has a test or group whose title begins with a text. */
function isTest(path: string, title: string): boolean {
  if (title === '' || !/\.test\.tsx?$/.test(path) || !existsSync(join(root, path))) return false;
  const source = read(path);
  return [`'${title}`, `"${title}`, `\`${title}`].some((quoted) => source.includes(quoted));
}

describe('claims of the document', () => {
  const sources = globSync('src/**/*.{ts,tsx,html}', { cwd: root }).filter((path) => !path.includes('.test.'));
  const having = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path))).toSorted();

  test('the server starts no programs but its own processes', () => {
    expect(having(/^import (?!type ).*from 'node:child_process'/m)).toEqual(['src/processes/spawnRole.ts']);
  });

  test('no code evaluates texts or inserts markup', () => {
    const insertion =
      /\beval\(|\bnew Function\(|dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\(/;
    // Redis runs the script of a library; the frame of the ad tag shows a banner in an origin of its own.
    expect(having(insertion)).toEqual(['src/adtag/display/frame.html', 'src/api/rateLimits/openCallLimiter.ts']);
  });

  test('every file that signs, encrypts or derives keys is in the inventory', () => {
    const keyed =
      /\b(?:createHmac|hkdfSync|createCipheriv|createDecipheriv|createPrivateKey|createPublicKey|generateKeyPairSync|scryptSync)\(|from '@node-rs\/argon2'/;
    expect(having(keyed).filter((path) => !path.startsWith('src/demo/') && !markdown.includes(`\`${path}\``))).toEqual(
      [],
    );
  });

  test('servers are called by the guarded modules, or at an address that the operator has set', () => {
    const calls =
      /^import (?!type ).*\b(?:connect|createSocket|createTransport|createClient|Pool|Client|Agent|request|fetch)\b.* from '(?:node:(?:net|tls|dgram|https?)|undici|nodemailer|pg|@redis\/client|@clickhouse\/client)'|\b(?:await|return) fetch\(/m;
    const callers = having(calls).filter((path) => !/^src\/(?:adtag|console|demo|operations|outbound)\//.test(path));
    expect(callers).toEqual([
      'src/api/bidderTest/bidderTestRoutes.ts',
      'src/api/control/listenForControl.ts',
      // Composes a mail without sending it.
      'src/api/mail/composeMail.ts',
      'src/api/mail/openMailer.ts',
      'src/runtime/shipping/openLineTarget.ts',
      // Calls its own bidders.
      'src/serving/rehearsal/rehearse.ts',
      'src/serving/snapshot/controlPlane.ts',
      'src/storage/backup/dumpPostgres.ts',
      'src/storage/backup/loadPostgres.ts',
      'src/storage/backup/tablesOfPostgres.ts',
      'src/storage/clickhouse.ts',
      'src/storage/counters/openRedis.ts',
      'src/storage/media/bucket.ts',
      'src/storage/postgres.ts',
      'src/storage/withServerLock.ts',
    ]);
  });

  test('SHA-1 is used for prices of exchanges and codes of apps only, and MD5 nowhere', () => {
    expect(having(/\((?:'|")(?:sha-?1|md5)(?:'|")/i)).toEqual([
      'src/api/factors/totp.ts',
      'src/serving/notices/readPrice.ts',
    ]);
  });

  test('no file that makes secrets uses Math.random', () => {
    const makers = having(/(?:randomBytes|randomInt|randomFillSync)\(/);
    expect(makers.length).toBeGreaterThan(10);
    // A rehearsal has a secret of its own, and chooses tags as an auction does.
    expect(makers.filter((path) => /Math\.random/.test(read(path)))).toEqual(['src/serving/rehearsal/rehearse.ts']);
  });

  test('the words that passwords must not consist of are those of the code', () => {
    expect(markdown).toContain(`words of the product and its field (${contextWords.join(', ')})`);
  });
});
