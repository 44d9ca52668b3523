/**
 * The records of PKWARE's APPNOTE 6.3.10 for an archive of stored (uncompressed) files. Sizes that
 * do not fit into 32 bits go into zip64 fields; the length of each record depends on sizes alone.
 */

const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
const NEEDS_PLAIN = 20
const NEEDS_ZIP64 = 45
const MADE_BY_UNIX = 3 << 8
/** Names are UTF-8. */
const FLAGS = 0x0800
const FILE_ATTRIBUTES = 0o100644 * 0x10000
const FOLDER_ATTRIBUTES = 0o40755 * 0x10000 + 0x10
/** The modification time in UTC, because DOS times have two-second precision and no time zone. */
const TIME_FIELD_BYTES = 9

export interface ZipEntry {
  /** UTF-8; a folder's name ends in a slash. */
  name: Uint8Array
  isFolder: boolean
  size: number
  /** In seconds since 1970. */
  modified: number
  crc: number
  /** Position of the local header. */
  offset: number
}
type Measured = Pick<ZipEntry, 'size' | 'offset'>

/** In the local header both sizes are always present. */
const localZip64Bytes = (size: number) => (size >= MAX_32 ? 20 : 0)
function centralZip64Bytes({ size, offset }: Measured): number {
  const values = (size >= MAX_32 ? 2 : 0) + (offset >= MAX_32 ? 1 : 0)
  return values === 0 ? 0 : 4 + 8 * values
}

export const localHeaderBytes = (nameBytes: number, size: number): number =>
  30 + nameBytes + TIME_FIELD_BYTES + localZip64Bytes(size)

export const centralHeaderBytes = (nameBytes: number, entry: Measured): number =>
  46 + nameBytes + TIME_FIELD_BYTES + centralZip64Bytes(entry)

/** DOS times cover 1980 to 2107. */
function dosTime(seconds: number): { time: number; date: number } {
  const at = new Date(seconds * 1000)
  const year = at.getUTCFullYear()
  if (year < 1980) return { time: 0, date: (1 << 5) | 1 }
  if (year > 2107) return { time: (23 << 11) | (59 << 5) | 29, date: (127 << 9) | (12 << 5) | 31 }
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

function writeTimeField(record: Buffer, at: number, modified: number): number {
  record.writeUInt16LE(0x5455, at)
  record.writeUInt16LE(5, at + 2)
  record.writeUInt8(1, at + 4)
  record.writeInt32LE(Math.min(modified, 0x7fffffff), at + 5)
  return at + TIME_FIELD_BYTES
}

function writeZip64Field(record: Buffer, at: number, values: readonly number[]): void {
  record.writeUInt16LE(1, at)
  record.writeUInt16LE(8 * values.length, at + 2)
  for (const [index, value] of values.entries())
    record.writeBigUInt64LE(BigInt(value), at + 4 + 8 * index)
}

/**
 * Writes the fields shared by both headers, from the required version to the length of the name.
 */
function writeCommon(record: Buffer, at: number, entry: ZipEntry, isLarge: boolean): void {
  const { time, date } = dosTime(entry.modified)
  const size = Math.min(entry.size, MAX_32)
  record.writeUInt16LE(isLarge ? NEEDS_ZIP64 : NEEDS_PLAIN, at)
  record.writeUInt16LE(FLAGS, at + 2)
  // The method at + 4 stays 0: stored.
  record.writeUInt16LE(time, at + 6)
  record.writeUInt16LE(date, at + 8)
  record.writeUInt32LE(entry.crc, at + 10)
  record.writeUInt32LE(size, at + 14)
  record.writeUInt32LE(size, at + 18)
  record.writeUInt16LE(entry.name.length, at + 22)
}

export function localHeader(entry: ZipEntry): Buffer {
  const { name, size } = entry
  const zip64 = localZip64Bytes(size)
  const record = Buffer.alloc(localHeaderBytes(name.length, size))
  record.writeUInt32LE(0x04034b50, 0)
  writeCommon(record, 4, entry, zip64 > 0)
  record.writeUInt16LE(TIME_FIELD_BYTES + zip64, 28)
  record.set(name, 30)
  const at = writeTimeField(record, 30 + name.length, entry.modified)
  if (zip64 > 0) writeZip64Field(record, at, [size, size])
  return record
}

export function centralHeader(entry: ZipEntry): Buffer {
  const { name, size, offset } = entry
  const zip64 = centralZip64Bytes(entry)
  const record = Buffer.alloc(centralHeaderBytes(name.length, entry))
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(MADE_BY_UNIX | NEEDS_ZIP64, 4)
  writeCommon(record, 6, entry, zip64 > 0)
  record.writeUInt16LE(TIME_FIELD_BYTES + zip64, 30)
  record.writeUInt32LE(entry.isFolder ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, 38)
  record.writeUInt32LE(Math.min(offset, MAX_32), 42)
  record.set(name, 46)
  const at = writeTimeField(record, 46 + name.length, entry.modified)
  const sizes = size >= MAX_32 ? [size, size] : []
  if (zip64 > 0) writeZip64Field(record, at, offset >= MAX_32 ? [...sizes, offset] : sizes)
  return record
}

export interface Directory {
  count: number
  start: number
  bytes: number
}

const isLarge = ({ count, start, bytes }: Directory) =>
  count >= MAX_16 || start >= MAX_32 || bytes >= MAX_32

export const endBytes = (directory: Directory): number => (isLarge(directory) ? 56 + 20 : 0) + 22

/** The records after the directory, which say where it is. */
export function endRecords(directory: Directory): Buffer {
  const { count, start, bytes } = directory
  const records = Buffer.alloc(endBytes(directory))
  const at = records.length - 22
  records.writeUInt32LE(0x06054b50, at)
  records.writeUInt16LE(Math.min(count, MAX_16), at + 8)
  records.writeUInt16LE(Math.min(count, MAX_16), at + 10)
  records.writeUInt32LE(Math.min(bytes, MAX_32), at + 12)
  records.writeUInt32LE(Math.min(start, MAX_32), at + 16)
  if (!isLarge(directory)) return records
  records.writeUInt32LE(0x06064b50, 0)
  // The size of the remaining record after this field.
  records.writeBigUInt64LE(44n, 4)
  records.writeUInt16LE(MADE_BY_UNIX | NEEDS_ZIP64, 12)
  records.writeUInt16LE(NEEDS_ZIP64, 14)
  records.writeBigUInt64LE(BigInt(count), 24)
  records.writeBigUInt64LE(BigInt(count), 32)
  records.writeBigUInt64LE(BigInt(bytes), 40)
  records.writeBigUInt64LE(BigInt(start), 48)
  records.writeUInt32LE(0x07064b50, 56)
  records.writeBigUInt64LE(BigInt(start + bytes), 64)
  records.writeUInt32LE(1, 72)
  return records
}
