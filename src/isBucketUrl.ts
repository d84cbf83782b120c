/** Whether a text is a bucket URL as src/storage/media reads it. */
export function isBucketUrl(text: string): boolean {
  try {
    const { protocol, host, username, password, pathname } = new URL(text);
    return protocol === 's3:' && host !== '' && username !== '' && password !== '' && /^\/[^/]/.test(pathname);
  } catch {
    return false;
  }
}
