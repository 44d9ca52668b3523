import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Bytes = Uint8Array<ArrayBuffer>
const plain = (buffer: Buffer): Bytes => new Uint8Array(buffer)

/** A photo with full camera metadata, stored rotated. */
export const photo = async (width = 1800, height = 1200, artist = 'Ada Berg'): Promise<Bytes> =>
  plain(
    await sharp({ create: { width, height, channels: 3, background: '#2f6db3' } })
      .withMetadata({
        orientation: 6,
        exif: {
          IFD0: { Make: 'Acme', Model: 'Pinhole 3', Artist: artist },
          IFD2: {
            FNumber: '28/10',
            ExposureTime: '1/125',
            ISOSpeedRatings: '200',
            FocalLength: '35/1',
            LensModel: 'Acme 35 mm',
            DateTimeOriginal: '2026:05:01 12:30:00',
          },
          IFD3: {
            GPSLatitudeRef: 'S',
            GPSLatitude: '52/1 30/1 0/1',
            GPSLongitudeRef: 'W',
            GPSLongitude: '13/1 24/1 0/1',
          },
        },
      })
      .jpeg()
      .toBuffer(),
  )

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#2f9e68' } })

export const picture = async (
  format: 'png' | 'gif' | 'webp' | 'avif' | 'tiff' | 'jpeg',
  width = 300,
  height = 200,
): Promise<Bytes> => plain(await blank(width, height).toFormat(format).toBuffer())

/**
 * 300 by 200 pixels with a camera name; stored as a file because no installed program writes HEIC.
 */
export const heic = async (): Promise<Bytes> =>
  plain(await readFile(join(import.meta.dirname, 'picture.heic')))

/** The boxes of a video that contain its duration, and the offset after the box name. */
const DURATIONS = [
  ['mvhd', 20],
  ['tkhd', 24],
  ['mdhd', 20],
] as const

/** One second of red, 64 by 48 pixels, that claims another duration. */
export async function video(claimed: number): Promise<Bytes> {
  const content = await readFile(join(import.meta.dirname, 'clip.mp4'))
  for (const [box, distance] of DURATIONS)
    content.writeUInt32BE(claimed, content.indexOf(box) + distance)
  return plain(content)
}

export function bitmap(width = 300, height = 200, claimed = width): Bytes {
  const row = Math.ceil((width * 3) / 4) * 4
  const content = Buffer.alloc(54 + row * height, 120)
  content.fill(0, 0, 54)
  content.write('BM')
  content.writeUInt32LE(content.length, 2)
  content.writeUInt32LE(54, 10)
  content.writeUInt32LE(40, 14)
  content.writeInt32LE(claimed, 18)
  content.writeInt32LE(height, 22)
  content.writeUInt16LE(1, 26)
  content.writeUInt16LE(24, 28)
  return plain(content)
}

export const pdf = (words = 'Hello', pages = 1): Bytes => {
  const kids = Array.from({ length: pages }, (_, page) => `${4 + page * 2} 0 R`).join(' ')
  const bodies = Array.from({ length: pages }, (_, page) => {
    const text = `BT /F1 48 Tf 72 700 Td (${words} ${page + 1}) Tj ET`
    return [
      `${4 + page * 2} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${5 + page * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj`,
      `${5 + page * 2} 0 obj<</Length ${text.length}>>\nstream\n${text}\nendstream endobj`,
    ].join('\n')
  })
  return plain(
    Buffer.from(
      [
        '%PDF-1.4',
        '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
        `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj`,
        '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
        ...bodies,
        'trailer<</Root 1 0 R>>',
        '',
      ].join('\n'),
    ),
  )
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
function crc32(content: Buffer): number {
  let value = 0xffffffff
  for (const byte of content) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(content.length)
  const foot = Buffer.alloc(4)
  foot.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, foot])
}

/** A PNG of a few bytes that declares an enormous size. */
export function bomb(width = 50_000, height = 50_000): Bytes {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const data = deflateSync(Buffer.alloc(100_000))
  return plain(
    Buffer.concat([
      signature,
      chunk('IHDR', head),
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** Many frames of one pixel, assembled directly because an encoder would be slow. */
export function manyFrames(frames = 10_000): Bytes {
  const head = Buffer.from('47494638396101000100800100000000ffffff', 'hex')
  const frame = Buffer.from(
    '21f904000a0000002c00000000010001000002024401 00'.replaceAll(' ', ''),
    'hex',
  )
  return plain(
    Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]),
  )
}

/** A multi-page TIFF as made by scanners. */
export async function manyPages(pages = 200): Promise<Bytes> {
  const page = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
    .raw()
    .toBuffer()
  const all = Buffer.concat(Array.from({ length: pages }, () => page))
  const raw = { width: 40, height: 40 * pages, channels: 3 as const, pageHeight: 40 }
  return plain(await sharp(all, { raw }).tiff().toBuffer())
}

export const text = (content: string): Bytes => plain(Buffer.from(content))
