/** Names that say nothing about the characters. */
const nothing = new Set(['', 'none', 'null', 'undefined', 'unknown', 'binary', '8bit']);

/** Names of databases and tools, by which senders call an encoding. */
const otherNames: Readonly<Record<string, string>> = {
  ansi: 'windows-1252',
  'cp-1252': 'windows-1252',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  // Registered with underscores (IANA).
  'gb-2312-80': 'gb2312',
  'ks-c-5601-1987': 'euc-kr',
  'ks-c-5601-1989': 'euc-kr',
};

/**
 * The name of an encoding in lower case, as decoders know it: with hyphens for underscores, `latin1` for `latin-1`,
 * `iso-8859-1` for `iso8859_1` and `iso_8859-1:1987`. Null for one that names none, such as `none` or `binary`.
 */
export function encodingNameOf(label: string): string | null {
  const name = label.toLowerCase().replaceAll('_', '-');
  if (nothing.has(name)) return null;
  const part = /^iso-?8859-?(\d{1,2})(?:-[ei])?(?::\d+)?$/.exec(name)?.[1];
  if (part !== undefined) return `iso-8859-${part}`;
  return otherNames[name] ?? name.replace(/^latin-(?=\d)/, 'latin');
}
