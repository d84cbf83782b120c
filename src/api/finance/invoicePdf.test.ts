import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import type { InvoiceDocument } from '#model/finance/index.ts';
import { invoicePdf } from './invoicePdf.ts';

const line = { text: 'Impressions', quantity: '1,234,567', price: '$0.05 per 1,000', amount: '61.73' };

function buildDocument(overrides: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    kind: 'invoice',
    number: 'INV-00042',
    corrects: '',
    month: '2026-10',
    issuedOn: '2026-11-03',
    dueOn: '2026-12-03',
    issuer: {
      name: 'Operator Ltd',
      address: '1 Long Street\nDublin',
      taxId: 'IE 1',
      bank: 'IBAN IE00 EXMP',
      prefix: 'INV-',
      netDays: 30,
      taxRate: 23,
    },
    customer: {
      name: 'alpha',
      companyName: 'Ελληνική Διαφήμιση — Реклама Северъ',
      companyAddress: 'ul. Żółta 3\nŁódź',
    },
    lines: [line],
    adjustments: [],
    subtotal: '61.73',
    net: '61.73',
    tax: '14.20',
    total: '75.93',
    ...overrides,
  };
}

/** The text of each page, as another library reads it. */
async function pagesOf(invoice: InvoiceDocument): Promise<string[]> {
  const data = new Uint8Array(await invoicePdf(invoice));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await document.destroy();
  return pages.map((text) => text.replace(/\s+/g, ' '));
}

test('an invoice names payer, payee, amount, month and due date', async () => {
  const [page = '', ...more] = await pagesOf(buildDocument());
  expect(more).toEqual([]);
  for (const text of [
    'Invoice',
    'INV-00042',
    'Operator Ltd',
    'Tax ID IE 1',
    'Ελληνική Διαφήμιση',
    'Реклама Северъ',
    'Żółta',
    'Łódź',
    '2026-10-01 – 2026-10-31',
    '2026-12-03',
    'Impressions',
    '1,234,567',
    '$0.05 per 1,000',
    'Tax (23%)',
    '14.20',
    'USD 75.93',
    'IBAN IE00 EXMP',
    'Page 1 of 1',
  ]) {
    expect(page, text).toContain(text);
  }
});

test('a long invoice has numbered pages, with the headings on each and every line once', async () => {
  const adjustments = Array.from({ length: 80 }, (_, index) => ({
    text: `Adjustment ${index} ${'of an account with a very long name '.repeat(index % 4)}`,
    quantity: '',
    price: '',
    amount: `-${1000 + index}.00`,
  }));
  const pages = await pagesOf(buildDocument({ adjustments }));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, index) => expect(page).toContain(`Page ${index + 1} of ${pages.length}`));
  const text = pages.join(' ');
  for (let index = 0; index < 80; index += 1) {
    expect(text.split(`−1,${String(index).padStart(3, '0')}.00`).length, String(index)).toBe(2);
  }
  expect(pages.filter((page) => page.includes('Unit price')).length).toBeGreaterThanOrEqual(pages.length - 1);
});

test('a credit note names the invoice it reverses, and requests no payment', async () => {
  const [page = ''] = await pagesOf(
    buildDocument({ kind: 'credit', number: 'INV-00043', corrects: 'INV-00042', total: '-75.93' }),
  );
  expect(page).toContain('Credit note');
  expect(page).toContain('For invoice INV-00042');
  expect(page).toContain('USD −75.93');
  expect(page).not.toContain('IBAN');
});

test('Chinese, Japanese and Korean names and reasons have glyphs of their own, and wrap', async () => {
  const reason = '東京の放送局のための調整、'.repeat(12);
  const [page = ''] = await pagesOf(
    buildDocument({
      issuer: { ...buildDocument().issuer, name: '中国国际传媒有限公司', bank: '한국은행 123-456' },
      customer: { name: 'alpha', companyName: '株式会社 Demo テレビ', companyAddress: '서울특별시 중구\n세종대로 110' },
      adjustments: [{ text: reason, quantity: '', price: '', amount: '1.00' }],
    }),
  );
  const letters = page.replaceAll(' ', '');
  for (const text of ['中国国际传媒有限公司', '한국은행123-456', '株式会社Demoテレビ', '서울특별시중구', reason]) {
    expect(letters).toContain(text);
  }
});

test('an invoice is written whatever characters names contain, without those that no font has', async () => {
  const unusualCharacters = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code))
    .filter((each) => /\p{Cc}/u.test(each) && each !== '\n')
    .concat('\u2028', '\u2029', '\uFEFF', '\u202E', '\uFFFE', '\uFFFF', '\uD800', '\uDC00', '\u{1F642}', '\u{10FFFF}')
    .map((each) => `${each}w`)
    .join('');
  const [page = ''] = await pagesOf(
    buildDocument({
      customer: {
        name: `Left ${unusualCharacters} right`,
        companyName: `Company ${unusualCharacters} ends`,
        companyAddress: unusualCharacters,
      },
      lines: [{ ...line, text: `Text ${unusualCharacters} ends` }],
    }),
  );
  for (const text of ['Left', 'right', 'Company', 'Text', 'ends', '61.73', '75.93']) expect(page).toContain(text);
});
