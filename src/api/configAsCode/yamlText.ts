import { Document, type ScalarTag } from 'yaml';

/**
 * Characters that must be escaped in YAML: those that a stream must not contain (YAML 1.2.2, section 5.1: C0 and C1
 * controls, DEL, surrogates, U+FFFE, U+FFFF), the byte order mark, and line ends of YAML 1.1.
 */
const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu;

/** A tab in a single-line text: some parsers reject it outside of quotes. */
const plainTab = /^[^\n]*\t[^\n]*$/;

/** Writes texts and keys with such characters in double quotes, with each of them escaped. */
const escapedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && (value.search(unprintable) !== -1 || plainTab.test(value)),
  resolve: (text) => text,
  stringify: ({ value }) =>
    JSON.stringify(value).replace(unprintable, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** A value as YAML that every parser reads alike, whatever characters its texts and keys contain. */
export function yamlText(value: unknown): string {
  const style = { lineWidth: 120, aliasDuplicateObjects: false };
  return new Document(value, { ...style, customTags: (tags) => [escapedText, ...tags] }).toString(style);
}

/** A text made safe for a comment: on one line. */
export function commentText(text: string): string {
  return text.replace(unprintable, ' ').replace(/[\t\n\r]/g, ' ');
}
