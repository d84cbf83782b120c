/**
 * Content-Disposition of a download with a user's file name: plain ASCII for old clients, and the full name in UTF-8
 * (RFC 6266, section 4; RFC 8187).
 */
export function attachmentHeader(name: string, extension: string): string {
  const safe = safeFileName(name);
  const full = `${safe}.${extension}`;
  const plain = full.replace(/[^\x20-\x7E]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Makes a user's name safe as a file name: characters that file systems reject or hide are removed. */
export function safeFileName(name: string): string {
  return (
    name
      .normalize('NFC')
      // Control and formatting characters, such as those that change the direction of text, could hide the extension.
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
      .replace(/[/\\:*?"<>|]/g, '-')
      .replace(/^[.\s]+|[.\s]+$/g, '')
      .slice(0, 150)
      // The cut may leave half of a surrogate pair.
      .replace(/[\uD800-\uDBFF]$/, '') || 'report'
  );
}
