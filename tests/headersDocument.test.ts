import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { responseHeaders } from '#runtime/headers/responseHeaders.ts';

/** One section for each kind of response, as Markdown. */
function renderHeaders(): string {
  return Object.entries(responseHeaders)
    .map(([kind, { port, covers, headers }]) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      return `### \`${kind}\` (port of ${port})\n\n${covers}.\n\n\`\`\`\n${lines.toSorted().join('\n')}\n\`\`\``;
    })
    .join('\n\n');
}

test('the document lists the headers of the table; `-u` writes it', async () => {
  const path = new URL('../docs/security-headers.md', import.meta.url).pathname;
  const marked = /(<!-- headers by kind -->\n)[^]*(<!-- end of headers by kind -->)/;
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(marked);
  const written = text.replace(marked, (_all, begin: string, end: string) => `${begin}\n${renderHeaders()}\n\n${end}`);
  await expect(written).toMatchFileSnapshot(path);
});
