/**
 * An IP address without its last bits, so that it no longer identifies one connection: IPv4 to /24, IPv6 to /56. Empty
 * when the text is not an IP address.
 */
export function truncateAddress(text: string): string {
  const [plain = ''] = text.trim().split('%');
  if (!plain.includes(':')) return truncateV4(plain);
  const tail = plain.slice(plain.lastIndexOf(':') + 1);
  if (!tail.includes('.')) return truncateV6(plain);
  if (truncateV4(tail) === '') return '';
  const head = plain.slice(0, -tail.length);
  // An IPv4-mapped IPv6 address counts as IPv4.
  return /^(?:::|(?:0{1,4}:){5})ffff:$/i.test(head) ? truncateV4(tail) : truncateV6(`${head}0:0`);
}

function truncateV4(text: string): string {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return '';
  return `${parts.slice(0, 3).map(Number).join('.')}.0`;
}

/** The first 56 bits are three groups and half of the fourth. */
function truncateV6(text: string): string {
  const halves = text.split('::');
  if (halves.length > 2) return '';
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return '';
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return '';
  const retained = groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
  retained[3] = (retained[3] ?? 0) & 0xff00;
  while (retained.at(-1) === 0) retained.pop();
  return `${retained.map((group) => group.toString(16)).join(':')}::`;
}

/** Degrees rounded to two decimals: about one kilometer. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** The part of a postal code that names a district; empty where a code without such a part covers only a few houses. */
export function coarsePostalCode(code: string): string {
  const [first = ''] = code.trim().split(/[\s-]/);
  return first.length <= 5 ? first : '';
}
