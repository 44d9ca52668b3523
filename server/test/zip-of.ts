import { crc32, deflateRawSync } from 'node:zlib'

/** A part as text, or compressed with the size that it claims. */
type Part = string | { packed: Uint8Array; size: number }

/** Creates a small zip, valid or malformed. */
export function zipOf(parts: Record<string, Part>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, part] of Object.entries(parts)) {
    const plain = typeof part === 'string' ? Buffer.from(part) : null
    const packed = typeof part === 'string' ? deflateRawSync(part) : part.packed
    const size = typeof part === 'string' ? Buffer.byteLength(part) : part.size
    const commonFields = Buffer.alloc(26)
    commonFields.writeUInt16LE(20, 0)
    commonFields.writeUInt16LE(8, 4)
    commonFields.writeUInt32LE(plain ? crc32(plain) : 0, 10)
    commonFields.writeUInt32LE(packed.length, 14)
    commonFields.writeUInt32LE(size, 18)
    commonFields.writeUInt16LE(Buffer.byteLength(name), 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), commonFields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), commonFields, rest, Buffer.from(name)]),
    )
    bodies.push(body)
    offset += body.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06'), end])
}
