/**
 * Content-Disposition of a download under a name that a person chose: plain ASCII for old clients, the whole name in
 * UTF-8 beside it (RFC 6266, section 4; RFC 8187).
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

/** A name that a person chose as that of a file: what file systems refuse or hide in names is left out. */
export function safeFileName(name: string): string {
  return (
    name
      .normalize('NFC')
      // Control and formatting characters, such as those that turn the direction of text, could hide the extension.
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
      .replace(/[/\\:*?"<>|]/g, '-')
      .replace(/^[.\s]+|[.\s]+$/g, '')
      .slice(0, 150)
      // A cut may leave half of a character.
      .replace(/[\uD800-\uDBFF]$/, '') || 'report'
  );
}
