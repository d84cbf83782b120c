import { describe, expect, test } from 'vitest';
import { adsTxtLines } from './adsTxtLines.ts';
import { authorisationOf } from './authorisationOf.ts';
import { parseAdsTxt } from './parseAdsTxt.ts';

const file = (text: string) => parseAdsTxt(text, 'app').file;
const account = { asi: 'ours.example', sid: 'pub1' };
const owner = file('other.example, 1, DIRECT\ninventorypartnerdomain=partner.example');
const partner = (text: string | null) => ({ domain: 'Partner.example', file: text === null ? null : file(text) });

describe('whether an account may sell', () => {
  test.each([
    ['the file lists it', file('Ours.example, pub1, reseller'), null, 'authorised'],
    ['the file lists it with another case of the id', file('ours.example, PUB1, DIRECT'), null, 'unauthorised'],
    ['the file lists others', file('ours.example, pub2, DIRECT'), null, 'unauthorised'],
    ['the file says that nobody may', file('placeholder.example.com, placeholder, DIRECT, x'), null, 'unauthorised'],
    ['there is no file', null, null, 'non_participating'],
    ['a partner is named and there is no file', null, partner('ours.example, pub1, DIRECT'), 'inconclusive'],
    [
      'a partner is named and the owner lists it anyway',
      file('ours.example, pub1, DIRECT'),
      partner(null),
      'authorised',
    ],
    [
      'the owner does not name the partner',
      file('other.example, 1, DIRECT'),
      partner('ours.example, pub1, DIRECT'),
      'unauthorised',
    ],
    ['the named partner lists it', owner, partner('ours.example, pub1, DIRECT'), 'authorised'],
    ['the named partner lists others', owner, partner('ours.example, pub2, DIRECT'), 'unauthorised'],
    ['the named partner has no file', owner, partner(null), 'inconclusive'],
    ['the owner names a partner that the request does not', owner, null, 'unauthorised'],
  ])('when %s', (_title, own, ofPartner, expected) => {
    expect(authorisationOf(own, account, ofPartner)).toBe(expected);
  });
});

describe('the lines for a publisher', () => {
  test('are ours and those of whoever sells further on, each once', () => {
    expect(
      adsTxtLines({
        asi: 'Ours.example',
        sid: 'pub1',
        relationship: 'DIRECT',
        certId: 'f08c47fec0942fa0',
        more: [
          { asi: 'buyer.example', sid: '42', relationship: 'RESELLER' },
          { asi: 'buyer.example', sid: '42', relationship: 'RESELLER' },
        ],
      }),
    ).toEqual(['ours.example, pub1, DIRECT, f08c47fec0942fa0', 'buyer.example, 42, RESELLER']);
  });

  test('are read as the account that they were made of, whatever its id', () => {
    for (const sid of ['pub 1', 'a,b', 'x#1', 'y;2', '50%', 'ünï']) {
      const [line = ''] = adsTxtLines({ asi: 'ours.example', sid, relationship: 'RESELLER' });
      expect(parseAdsTxt(line, 'ads').file?.records).toMatchObject([{ sid, relationship: 'RESELLER' }]);
    }
  });
});
