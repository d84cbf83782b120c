import type { RandomSource } from '#tests/support/engine/randomSource.ts';

/** Values that no parameter has, or that are badly encoded. */
const values = [
  '',
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '%C0%AF',
  '+',
  '%252C',
  '[MIMES]',
  '${DUR}',
  '{{w}}',
  'null',
  'NaN',
  '-1',
  '-0',
  '0',
  '1e3',
  '0x10',
  '١٥',
  '15.5',
  '99999999999999999999',
  ',',
  ',,1,,',
  '1,'.repeat(2000),
  'video%2Fmp4%2C'.repeat(200),
  'x'.repeat(4000),
  '%F0%9F%9A%B2',
  '<VAST>',
  '__proto__',
];

/** The parameters of a request for VAST, badly written in one to three places. */
export function malformedQuery(query: string, names: readonly string[], random: RandomSource): string {
  const parameters = query === '' ? [] : query.split('&');
  for (let change = random.below(3); change >= 0; change -= 1) {
    const at = random.below(parameters.length + 1);
    const name = random.boolean(0.05) ? random.pick(['', '__proto__', '%', '[]']) : random.pick(names);
    const broken = `${name}=${random.pick(values)}`;
    const [twice = broken] = parameters.slice(at, at + 1);
    const forms = [
      [broken],
      [twice, twice],
      [twice, broken],
      [broken, twice],
      [twice.replace('=', '[]=')],
      [twice.replace('=', '[0]='), twice.replace('=', '[1]=')],
      [twice.toUpperCase()],
      [twice.replace('=', '')],
      [twice.replace('=', '==')],
      ['', twice],
      [twice.replace('=', '%3D')],
      [encodeURIComponent(twice)],
      [twice, broken.replace('=', ';')],
    ];
    parameters.splice(at, 1, ...random.pick(forms));
  }
  return parameters.join(random.boolean(0.05) ? '&&' : '&');
}

/** The first value of a parameter that is understood, as its receiver would read it; null for none. */
export function valueIn(query: string, name: string): string | null {
  for (const [key, value] of new URLSearchParams(query)) {
    if (
      key.toLowerCase() === name &&
      value.trim() !== '' &&
      !/^(?:\[.*\]|\$?\{.*\}|__\w+__|null|-1)$/i.test(value.trim())
    ) {
      return value.trim();
    }
  }
  return null;
}
