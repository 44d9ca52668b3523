import type { Exif } from '@coffer/contract/previews'
import exifReader, { type Exif as Tags } from 'exif-reader'

const MAX_WORDS = 120
// biome-ignore lint/suspicious/noControlCharactersInRegex: cameras pad their words with them.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g

/** A picture's metadata is anybody's text. */
function words(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replace(CONTROLS, '').trim().slice(0, MAX_WORDS) || null
}

function positive(value: unknown): number | null {
  const number = Array.isArray(value) ? value[0] : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null
}

function whole(value: unknown): number | null {
  const number = positive(value)
  return number === null || number > Number.MAX_SAFE_INTEGER ? null : Math.round(number)
}

/** `Canon` and `Canon EOS R6` make one name. */
function cameraOf({ Image: image }: Tags): string | null {
  const make = words(image?.Make)
  const model = words(image?.Model)
  if (!make || !model) return model ?? make
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
}

/** The reader takes the camera's clock for UTC, which it is not: the zone is left out. */
function takenAt({ Photo: photo, Image: image }: Tags): string | null {
  const at = photo?.DateTimeOriginal ?? photo?.DateTimeDigitized ?? image?.DateTime
  const isMoment = at instanceof Date && Number.isFinite(at.getTime())
  return isMoment ? at.toISOString().slice(0, 19) : null
}

function degrees(parts: unknown, ref: unknown, limit: number): number | null {
  if (!Array.isArray(parts)) return null
  const [whole = 0, minutes = 0, seconds = 0] = parts.map(Number)
  const sign = ref === 'S' || ref === 'W' ? -1 : 1
  const value = sign * (whole + minutes / 60 + seconds / 3600)
  return Number.isFinite(value) && Math.abs(value) <= limit ? Number(value.toFixed(6)) : null
}

function placeOf({ GPSInfo: gps }: Tags): Pick<Exif, 'latitude' | 'longitude'> {
  const latitude = degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef, 90)
  const longitude = degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef, 180)
  // Half a place is none, and what never had a signal says 0, 0.
  const isPlace = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0)
  return isPlace ? { latitude, longitude } : { latitude: null, longitude: null }
}

function tagsOf(raw: Buffer | undefined): Tags {
  try {
    return raw ? exifReader(raw) : { bigEndian: false }
  } catch {
    // A picture whose notes are broken is a picture all the same.
    return { bigEndian: false }
  }
}

export function exifOf(raw: Buffer | undefined, width: number, height: number): Exif {
  const tags = tagsOf(raw)
  const { Photo: photo, Image: image } = tags
  return {
    width,
    height,
    camera: cameraOf(tags),
    lens: words(photo?.LensModel),
    artist: words(image?.Artist),
    focal_length_mm: positive(photo?.FocalLength),
    aperture: positive(photo?.FNumber),
    exposure_seconds: positive(photo?.ExposureTime),
    iso: whole(photo?.ISOSpeedRatings),
    taken_at: takenAt(tags),
    ...placeOf(tags),
  }
}
