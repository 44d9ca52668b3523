import type { ByteRange } from '../../files/blob-store.ts'
import type { ZipLayout } from './zip-layout.ts'

/** Where the entries of one owner begin in an archive; those of the next owner follow. */
export interface OwnerSection {
  ownerId: string
  start: number
  /** The position of the first record in the directory. */
  directoryStart: number
}

/** The section of an archive that has only entries of one owner. */
export const soleOwner = (ownerId: string): OwnerSection => ({
  ownerId,
  start: 0,
  directoryStart: 0,
})

const overlap = ({ start, end }: ByteRange, from: number, to: number): number =>
  Math.max(0, Math.min(end + 1, to) - Math.max(start, from))

/** Divides the bytes of a range among the owners; the end records count for the last one. */
export function bytesByOwner(
  { directory, length }: Pick<ZipLayout, 'directory' | 'length'>,
  sections: readonly OwnerSection[],
  range: ByteRange,
): { ownerId: string; bytes: number }[] {
  return sections.map(({ ownerId, start, directoryStart }, index) => {
    const next = sections[index + 1]
    const directoryEnd = next ? directory.start + next.directoryStart : length
    const entries = overlap(range, start, next?.start ?? directory.start)
    const records = overlap(range, directory.start + directoryStart, directoryEnd)
    return { ownerId, bytes: entries + records }
  })
}
