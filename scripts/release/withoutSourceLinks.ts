import { posix } from 'node:path';

/**
 * A document (Markdown) at `path` in the archive, with the text of links instead of links to what the archive does not
 * have: sources and tests.
 */
export function withoutSourceLinks(text: string, path: string, archivePaths: readonly string[]): string {
  return text.replaceAll(
    /\[([^\]]*)\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g,
    (link, label: string, to: string) => {
      const target = posix.join(posix.dirname(path), to).replace(/\/$/, '');
      const isThere = archivePaths.some((each) => each === target || each.startsWith(`${target}/`));
      return isThere ? link : label;
    },
  );
}
