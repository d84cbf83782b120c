import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSellersJson, type SellerToList } from './buildSellersJson.ts';

const seller = (part: Partial<SellerToList>): SellerToList => ({
  id: 'pub1',
  type: 'PUBLISHER',
  name: 'Publisher LLC',
  domain: 'pub.example',
  isConfidential: false,
  ...part,
});
const rules = (findings: { severity: string; rule: string; at?: number }[]) =>
  findings.map(({ severity, rule, at }) => `${severity} ${rule}${at === undefined ? '' : ` ${at}`}`);

describe('our sellers.json', () => {
  test('lists every kind of seller as its golden file says', () => {
    const { file, findings } = buildSellersJson({
      contactEmail: 'adops@ssp.example',
      contactAddress: '1 Main St',
      identifiers: [{ name: 'TAG-ID', value: '28cb65e5bbc0bd5f' }],
      sellers: [
        seller({}),
        seller({ id: 'net9', type: 'INTERMEDIARY', name: 'Network Inc', domain: 'https://www.Network.example/about' }),
        seller({ id: 'x7', isConfidential: true }),
        seller({ id: 'p8', type: 'BOTH', isPassthrough: true }),
      ],
    });
    expect(findings).toEqual([]);
    const golden = readFileSync(join(import.meta.dirname, 'fixtures/sellers.json'), 'utf8');
    expect(file).toEqual(JSON.parse(golden));
  });

  test('has one seller per ID', () => {
    const { file, findings } = buildSellersJson({ sellers: [seller({}), seller({ id: ' pub1 ', name: 'Another' })] });
    expect(file.sellers).toMatchObject([{ seller_id: 'pub1', name: 'Publisher LLC' }]);
    expect(rules(findings)).toEqual(['error seller_id_twice 1']);
  });

  test.each([
    ['no id', { id: ' ' }, ['error seller_id 0'], 0],
    ['a long id', { id: 'x'.repeat(65) }, ['warning seller_id_long 0'], 1],
    ['no name', { name: '' }, ['error name_missing 0'], 1],
    ['no domain', { domain: '' }, ['warning domain_missing 0'], 1],
    ['an invalid domain', { domain: 'localhost' }, ['error domain_wrong 0'], 1],
    ['confidentiality only', { name: '', domain: '', isConfidential: true }, [], 1],
  ])('reports a seller with %s', (_title, part, expected, count) => {
    const { file, findings } = buildSellersJson({ sellers: [seller(part)] });
    expect(rules(findings)).toEqual(expected);
    expect(file.sellers).toHaveLength(count);
  });
});
