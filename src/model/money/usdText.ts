/**
 * Formats decimal US dollars with cents, rounded half away from zero, exact at any size: "1234.5678" → "$1,234.57".
 * Below one cent, where cents say nothing, with two significant digits: "0.00423" → "$0.0042".
 */
export function usdText(usd: string): string {
  return roundedUsdText(usd, 0);
}

/** Formats decimal US dollars as `usdText` does, with a number of further decimals. */
export function roundedUsdText(usd: string, more: number): string {
  const { isNegative, digits } = readAmount(usd);
  const rounded = roundDecimal(digits, placesOf(digits) + more);
  return `${isNegative && /[1-9]/.test(rounded) ? '−' : ''}$${groupDecimal(rounded)}`;
}

/** Formats decimal US dollars with all their decimals: "1234.5678" → "$1,234.5678". */
export function exactUsdText(usd: string): string {
  const { isNegative, digits } = readAmount(usd);
  return `${isNegative ? '−' : ''}$${groupDecimal(digits)}`;
}

function readAmount(usd: string): { isNegative: boolean; digits: string } {
  return usd.startsWith('-') ? { isNegative: true, digits: usd.slice(1) } : { isNegative: false, digits: usd };
}

/** Number of decimals: two, or as many as two significant digits need below one cent. */
function placesOf(digits: string): number {
  const [whole = '0', fraction = ''] = digits.split('.');
  const leading = fraction.search(/[1-9]/);
  return /[1-9]/.test(whole) || leading < 2 ? 2 : leading + 2;
}

/** Rounds a decimal text without floats, and removes zeros beyond cents: ("2.345", 2) → "2.35". */
function roundDecimal(digits: string, places: number): string {
  const [whole = '0', fraction = ''] = digits.split('.');
  const truncated = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`;
  const up = Number(fraction[places] ?? '0') >= 5 ? 1n : 0n;
  const rounded = (BigInt(truncated) + up).toString().padStart(places + 1, '0');
  const decimals = rounded.slice(-places).replace(/(?<=..)0+$/, '');
  return `${rounded.slice(0, -places)}.${decimals}`;
}

function groupDecimal(digits: string): string {
  const [whole = '0', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
