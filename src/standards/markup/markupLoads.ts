/** The kinds of text that load something; `data` is JSON that a script reads. */
export type MarkupKind = 'html' | 'script' | 'style' | 'data';

/** Gets what a reader of markup finds that is loaded or fired without a click on a landing page. */
export interface MarkupLoads {
  /** A URL, and as what it is loaded: the content of others than `data:` and `javascript:` is elsewhere. */
  url(url: string, as: 'frame' | 'script' | 'style' | 'other'): void;
  /** A text within the one that is being read. */
  text(kind: MarkupKind, text: string): void;
  /** The text cannot be read to its end. */
  unreadable(): void;
}
