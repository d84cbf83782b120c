declare module 'fs-native-extensions' {
  /**
   * Locks an open file, for writing unless `shared`: an open file description lock (Linux), flock (macOS). False when
   * another open file has a lock that excludes it. Throws where the file system does not support locks.
   */
  export function tryLock(fd: number, options?: { shared?: boolean }): boolean;
}
