import { Document, type ScalarTag } from 'yaml';

/**
 * Characters that do not stand in YAML as they are: those that a stream must not have (YAML 1.2.2, section 5.1: C0 and C1
 * controls, DEL, halves of pairs, U+FFFE, U+FFFF), the byte order mark, and what readers of YAML 1.1 take for line ends.
 */
const unprintable = /(?![\t\n\r])[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu;

/** A tab in a text of one line: some readers take none outside of quotes. */
const plainTab = /^[^\n]*\t[^\n]*$/;

/** Texts and keys with such characters stand in double quotes, where each has its escape. */
const escapedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && (value.search(unprintable) !== -1 || plainTab.test(value)),
  resolve: (text) => text,
  stringify: ({ value }) =>
    JSON.stringify(value).replace(unprintable, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** A value as YAML that says the same to every reader, whatever characters its texts and keys hold. */
export function yamlText(value: unknown): string {
  const style = { lineWidth: 120, aliasDuplicateObjects: false };
  return new Document(value, { ...style, customTags: (tags) => [escapedText, ...tags] }).toString(style);
}

/** A text as it can stand in a comment: in one line. */
export function commentText(text: string): string {
  return text.replace(unprintable, ' ').replace(/[\t\n\r]/g, ' ');
}
