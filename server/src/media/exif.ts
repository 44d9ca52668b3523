import type { Exif } from '@coffer/contract/previews'
import exifReader, { type Exif as Tags } from 'exif-reader'

const MAX_TEXT_LENGTH = 120
// biome-ignore lint/suspicious/noControlCharactersInRegex: cameras pad their texts with them.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g

/** Metadata is untrusted text. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replace(CONTROLS, '').trim().slice(0, MAX_TEXT_LENGTH) || null
}

function positive(value: unknown): number | null {
  const number = Array.isArray(value) ? value[0] : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null
}

function integerOf(value: unknown): number | null {
  const number = positive(value)
  return number === null || number > Number.MAX_SAFE_INTEGER ? null : Math.round(number)
}

/** Joins make and model without repeating the make, as in `Canon` and `Canon EOS R6`. */
function cameraOf({ Image: image }: Tags): string | null {
  const make = textOf(image?.Make)
  const model = textOf(image?.Model)
  if (!make || !model) return model ?? make
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
}

/** The camera's local time without a zone; the reader mistakes it for UTC. */
function takenAt({ Photo: photo, Image: image }: Tags): string | null {
  const at = photo?.DateTimeOriginal ?? photo?.DateTimeDigitized ?? image?.DateTime
  const isMoment = at instanceof Date && Number.isFinite(at.getTime())
  return isMoment ? at.toISOString().slice(0, 19) : null
}

function degrees(parts: unknown, ref: unknown, limit: number): number | null {
  if (!Array.isArray(parts)) return null
  const [integerOf = 0, minutes = 0, seconds = 0] = parts.map(Number)
  const sign = ref === 'S' || ref === 'W' ? -1 : 1
  const value = sign * (integerOf + minutes / 60 + seconds / 3600)
  return Number.isFinite(value) && Math.abs(value) <= limit ? Number(value.toFixed(6)) : null
}

function locationOf({ GPSInfo: gps }: Tags): Pick<Exif, 'latitude' | 'longitude'> {
  const latitude = degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef, 90)
  const longitude = degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef, 180)
  // Both coordinates are required, and 0, 0 means that there was no signal.
  const isLocation = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0)
  return isLocation ? { latitude, longitude } : { latitude: null, longitude: null }
}

function tagsOf(raw: Buffer | undefined): Tags {
  try {
    return raw ? exifReader(raw) : { bigEndian: false }
  } catch {
    // Ignores broken metadata; the picture itself is still usable.
    return { bigEndian: false }
  }
}

/** Extracts camera data from raw Exif. Missing or invalid values are null. */
export function exifOf(raw: Buffer | undefined, width: number, height: number): Exif {
  const tags = tagsOf(raw)
  const { Photo: photo, Image: image } = tags
  return {
    width,
    height,
    camera: cameraOf(tags),
    lens: textOf(photo?.LensModel),
    artist: textOf(image?.Artist),
    focal_length_mm: positive(photo?.FocalLength),
    aperture: positive(photo?.FNumber),
    exposure_seconds: positive(photo?.ExposureTime),
    iso: integerOf(photo?.ISOSpeedRatings),
    taken_at: takenAt(tags),
    ...locationOf(tags),
  }
}
