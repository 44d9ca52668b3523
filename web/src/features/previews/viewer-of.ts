import type { Item } from '@coffer/contract/items'

export type Viewer = 'picture' | 'video' | 'audio' | 'pdf' | 'markdown' | 'text' | 'card'

/** What a browser draws by itself. Everything else is drawn as the picture that the server made. */
const DRAWN = /^image\/(png|jpeg|gif|webp|avif|bmp)$/
/** A picture larger than this is looked at in the size that the server made. */
const MAX_PICTURE_BYTES = 30 * 1024 * 1024
const TEXTUAL =
  /^(text\/|application\/(json|xml|javascript|x-sh|sql|yaml|toml|manifest\+json|ld\+json))/

/** How a file can be looked at here. */
export function viewerOf({ attributes, meta }: Item): Viewer {
  // An admin sees that it is there; what is in it is its owner's.
  if (!meta.can.download) return 'card'
  const hasPicture = pictureUrl(attributes) !== null
  // Of some links' files only the pictures that were made of them are to be had.
  if (!attributes.file_url) return hasPicture ? 'picture' : 'card'
  return viewerOfContent(attributes, hasPicture)
}

function viewerOfContent({ mimetype, name }: Item['attributes'], hasPicture: boolean): Viewer {
  const type = mimetype ?? ''
  if (type === 'application/pdf') return 'pdf'
  if (type.startsWith('video/')) return 'video'
  if (hasPicture) return 'picture'
  if (type.startsWith('audio/')) return 'audio'
  if (TEXTUAL.test(type)) return /\.(md|markdown)$/i.test(name) ? 'markdown' : 'text'
  return 'card'
}

/** Null where nothing can be drawn, or not yet. Never markup: a drawing comes as a picture of it. */
export function pictureUrl({
  mimetype,
  size_bytes,
  file_url,
  thumbnail,
}: Item['attributes']): string | null {
  const isDrawn = DRAWN.test(mimetype ?? '') && size_bytes <= MAX_PICTURE_BYTES
  return (isDrawn && file_url) || (thumbnail?.xl ?? null)
}
