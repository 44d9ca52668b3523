import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { type Derived, MediaError, type MediaTask } from './media-task.ts'
import { LONGEST_SIDE, thumbnailsOf } from './thumbnails.ts'

const MAX_FRAME_BYTES = 64 * 1024 * 1024
/** Containers only: a playlist could make ffmpeg open other files. */
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,ogg'

/** The scale filter would otherwise enlarge small videos. */
const atMost = (side: 'iw' | 'ih') => `'min(${LONGEST_SIDE},${side})'`

const argumentsFor = ({ path, maxPixels, maxSeconds }: MediaTask): string[] => [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'error',
  '-threads',
  '1',
  '-timelimit',
  String(Math.ceil(maxSeconds)),
  '-max_alloc',
  String(512 * 1024 * 1024),
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  CONTAINERS,
  '-max_pixels',
  String(maxPixels),
  '-i',
  `file:${path}`,
  '-map',
  '0:v:0',
  '-frames:v',
  '1',
  '-an',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-vf',
  `scale=w=${atMost('iw')}:h=${atMost('ih')}:force_original_aspect_ratio=decrease`,
  '-c:v',
  'png',
  '-f',
  'image2pipe',
  'pipe:1',
]

/** Reads the first frame with the ffmpeg found on the path. */
export async function readVideo(task: MediaTask): Promise<Derived> {
  try {
    const { stdout } = await promisify(execFile)('ffmpeg', argumentsFor(task), {
      encoding: 'buffer',
      maxBuffer: MAX_FRAME_BYTES,
      timeout: task.maxSeconds * 1000,
      killSignal: 'SIGKILL',
    })
    return { pictures: await thumbnailsOf(sharp(stdout)), exif: null }
  } catch (cause) {
    const isSlow = (cause as { killed?: boolean }).killed === true
    throw new MediaError(isSlow ? 'too_slow' : 'unreadable', String(cause))
  }
}
