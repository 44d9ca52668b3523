import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  totalBytes: number
  /** Available to this process. */
  freeBytes: number
}

/** Measures the file system that holds a path. */
export async function readDiskSpace(path: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(path)
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
}

/** The free part of a disk, from 0 to 1. */
export const freeShareOf = ({ freeBytes, totalBytes }: DiskSpace): number => freeBytes / totalBytes
