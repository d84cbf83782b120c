/**
 * Parses a typed or pasted number to plain decimal text: "1,000" → "1000", "$ 2 500.50" → "2500.50", "12,5" → "12.5",
 * ".5" → "0.5". Digits stay text, so that no decimal is lost. Returns null when it is not a number.
 */
export function normalizeNumber(text: string): string | null {
  let bare = text.replace(/[\s\u00a0\u2009\u202f'’_$€£%]/g, '').replace(/^[−–]/, '-');
  if (bare === '') return '';
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)) bare = bare.replaceAll(',', '');
  else if (/^[-+]?\d{1,3}(\.\d{3})+,\d*$/.test(bare)) bare = bare.replaceAll('.', '').replace(',', '.');
  else if (/^[-+]?\d*,\d*$/.test(bare)) bare = bare.replace(',', '.');
  const parts = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(bare);
  if (!parts) return null;
  const [, sign = '', integerPart = '', fraction = ''] = parts;
  if (integerPart === '' && fraction === '') return null;
  const digits = integerPart.replace(/^0+(?=\d)/, '') || '0';
  const plain = fraction === '' ? digits : `${digits}.${fraction}`;
  return sign === '-' && /[1-9]/.test(plain) ? `-${plain}` : plain;
}
