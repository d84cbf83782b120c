import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { wrapperTo } from './bidderFaults.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const document = buildVast({ kind: 'inline' })
  .replace(/^<\?xml[^>]*\?>\s*/, '')
  .replace(/<AdTitle>[^<]*<\/AdTitle>/, '<AdTitle>Größe für 5 “€”</AdTitle>');
const title = /<AdTitle>(.*?)<\/AdTitle>/;

/** Bytes of a text in which every character has one byte; the euro sign and quotes as in Windows-1252. */
function windows1252(text: string): Buffer {
  return Buffer.from(text.replace('€', '\x80').replace('“', '\x93').replace('”', '\x94'), 'latin1');
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${document}`;
const bom = '\ufeff';

const type = (charset: string) => ({ 'content-type': `application/xml; charset=${charset}` });

const bodies: [string, Buffer, Record<string, string>?][] = [
  ['declared Windows-1252', windows1252(xml('Windows-1252'))],
  // Browsers and players read it as Windows-1252.
  ['declared ISO-8859-1', windows1252(xml('ISO-8859-1'))],
  ['sent as charset=windows-1252', windows1252(document), type('windows-1252')],
  ['sent as charset=windows-1252, declared UTF-8', windows1252(xml('UTF-8')), type('windows-1252')],
  ['sent as charset=utf-8, declared ISO-8859-1', Buffer.from(xml('ISO-8859-1')), type('utf-8')],
  ['UTF-16 with a byte order mark, little-endian', Buffer.from(bom + xml('UTF-16'), 'utf16le')],
  ['UTF-16 with a byte order mark, big-endian', utf16be(bom + xml('UTF-16'))],
  ['UTF-16 with a byte order mark, sent as charset=utf-8', utf16be(bom + document), type('utf-8')],
  ['UTF-16 without a byte order mark', utf16be(xml('UTF-16'))],
  ['sent as charset=utf-16', utf16be(document), type('utf-16')],
  ['UTF-8 with a byte order mark, declared ISO-8859-1', Buffer.from(bom + xml('ISO-8859-1'))],
  ['UTF-8, declared UTF-16', Buffer.from(xml('UTF-16'))],
  ['sent as charset=ISO8859_1', windows1252(document), type('ISO8859_1')],
  ['declared ANSI', windows1252(xml('ANSI'))],
  ['UTF-8, sent as charset=none', Buffer.from(document), type('none')],
  ['UTF-8, sent as charset=UTF_8', Buffer.from(document), type('UTF_8')],
  ['UTF-8, sent as charset=utf-16le', Buffer.from(document), type('utf-16le')],
  ['compressed', gzipSync(windows1252(xml('windows-1252'))), { 'content-encoding': 'gzip' }],
];

let partner: TagServer;
let serving: TestServing;
beforeAll(async () => {
  [partner, serving] = await Promise.all([startTagServer(), startTestServing()]);
  partner.on('/wrapper', answers(wrapperTo(`${partner.url}/tag`)));
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});

describe('XML 1.0, 4.3.3 and RFC 7303, 3: a document is decoded as it is encoded, and sent on in UTF-8', () => {
  test.each(bodies)('%s', async (_name, body, headers = {}) => {
    partner.on('/tag', answers(body, headers));
    for (const path of ['/tag', '/wrapper']) {
      serving.useTags([buildTag({ url: `${partner.url}${path}` })]);
      const { xml: sent } = await serving.requestAd();
      expect(title.exec(sent)?.[1], path).toBe('Größe für 5 “€”');
      expect(sent.match(/encoding="[^"]*"/g), path).toEqual(['encoding="UTF-8"']);
    }
  });

  test.each(['none', 'x-klingon', 'utf8mb4', 'latin-1', 'iso8859_1', 'unicode', 'utf-16', 'utf-16le', 'UTF_8'])(
    'ASCII is read whatever encoding is named: %s',
    async (name) => {
      const ascii = buildVast({ kind: 'inline' }).replace(/^<\?xml[^>]*\?>\s*/, '');
      const declaration = `<?xml version="1.0" encoding="${name}"?>`;
      for (const answer of [answers(Buffer.from(ascii), type(name)), answers(Buffer.from(declaration + ascii))]) {
        partner.on('/tag', answer);
        serving.useTags([buildTag({ url: `${partner.url}/tag` })]);
        expect((await serving.requestAd()).xml).toContain('<Ad');
      }
    },
  );

  test('stored VAST is sent in UTF-8 whatever it declares', async () => {
    serving.useTags([buildTag({ source: 'stored', url: '', vastXml: xml('ISO-8859-1') })]);
    const { xml: sent } = await serving.requestAd();
    expect(title.exec(sent)?.[1]).toBe('Größe für 5 “€”');
    expect(sent.match(/encoding="[^"]*"/g)).toEqual(['encoding="UTF-8"']);
  });
});
