/** Parses parameters, one name=value per line. The fault names the first invalid line. */
export function paramsOf(text: string): { params: Record<string, string>; fault: string | null } {
  const params: Record<string, string> = {};
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const at = line.indexOf('=');
    if (at < 1) return { params: {}, fault: `Line ${index + 1} is not a parameter: use name=value` };
    params[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return { params, fault: null };
}
