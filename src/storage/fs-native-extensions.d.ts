declare module 'fs-native-extensions' {
  /**
   * Locks an open file for writing: an open file description lock (Linux), flock (macOS). False when another open file
   * has it. Throws where the file system does not support locks.
   */
  export function tryLock(fd: number): boolean;
}
