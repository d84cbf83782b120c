import type { ChannelTag, ChannelTagParameter } from '#api/entities/channelTagContract.ts';
import { findMacros } from '#standards/foreignMacros.ts';

/** A finding about a tag in use: `bad` means no revenue, `warn` less revenue. */
export interface TagFinding {
  level: 'bad' | 'warn';
  text: string;
}

/** Checks the tag URL that a publisher uses against the channel's tag. Empty when nothing is wrong. */
export function checkTag(pasted: string, tag: ChannelTag): TagFinding[] {
  const url = parse(pasted.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return [{ level: 'bad', text: 'This is not an HTTP or HTTPS URL.' }];
  const own = new URL(tag.url);
  if (url.host !== own.host || url.pathname !== own.pathname) {
    return [
      {
        level: 'bad',
        text: `It calls ${url.host}${url.pathname}. The URL of this channel is ${own.host}${own.pathname}.`,
      },
    ];
  }
  const findings: TagFinding[] = [];
  if (url.protocol !== own.protocol) {
    findings.push({
      level: 'warn',
      text: `It uses ${schemeOf(url)}; the URL of this channel uses ${schemeOf(own)}.`,
    });
  }
  const given = readPairs(pasted);
  for (const parameter of tag.parameters) findings.push(...findingFor(parameter, given));
  const known = new Set(tag.parameters.flatMap(({ param, aliases }) => [param, ...aliases]));
  const unknownNames = [...given.keys()].filter((name) => !known.has(name));
  if (unknownNames.length > 0) {
    findings.push({ level: 'warn', text: `Unknown parameters, which are ignored: ${unknownNames.join(', ')}.` });
  }
  return findings.sort((a, b) => Number(a.level === 'warn') - Number(b.level === 'warn'));
}

function schemeOf({ protocol }: URL): string {
  return protocol.slice(0, -1).toUpperCase();
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The raw values of each parameter by lower-case name. URLSearchParams would alter macros. */
function readPairs(pasted: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  const query = /\?(.*)$/s.exec(pasted.trim())?.[1] ?? '';
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=');
    const key = decode(name).toLowerCase();
    if (key !== '') pairs.set(key, [...(pairs.get(key) ?? []), decode(value.join('='))]);
  }
  return pairs;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function findingFor(
  { param, aliases, isRequired }: ChannelTagParameter,
  given: ReadonlyMap<string, readonly string[]>,
): TagFinding[] {
  const name = [param, ...aliases].find((each) => given.has(each));
  const values = name === undefined ? [] : (given.get(name) ?? []);
  const [value = ''] = values;
  const level = isRequired ? 'bad' : 'warn';
  const findings: TagFinding[] = [];
  if (name === undefined) {
    if (isRequired) findings.push({ level, text: `${param} is missing.` });
  } else if (value.trim() === '') {
    findings.push({ level, text: `${name} has no value.` });
  } else {
    const [macro] = findMacros(value);
    if (macro) findings.push({ level, text: `${name} contains a macro that was not replaced: ${macro.written}.` });
  }
  if (values.length > 1)
    findings.push({ level: 'warn', text: `${name} appears ${values.length} times. Only the first is used.` });
  return findings;
}
