import type { Item } from '@coffer/contract/items'

export type Viewer = 'picture' | 'video' | 'audio' | 'pdf' | 'markdown' | 'text' | 'card'

/** Picture types that browsers show natively. For others the server's thumbnail is shown. */
const NATIVE_PICTURE = /^image\/(png|jpeg|gif|webp|avif|bmp)$/
/** For larger pictures the server's thumbnail is shown. */
const MAX_PICTURE_BYTES = 30 * 1024 * 1024
const TEXT_TYPE =
  /^(text\/|application\/(json|xml|javascript|x-sh|sql|yaml|toml|manifest\+json|ld\+json))/

/** Returns the viewer for a file. */
export function viewerOf({ attributes, meta }: Item): Viewer {
  // Administrators see that a file exists, but not its content.
  if (!meta.can.download) return 'card'
  const hasPicture = pictureUrl(attributes) !== null
  // Some shares expose only thumbnails.
  if (!attributes.file_url) return hasPicture ? 'picture' : 'card'
  return viewerOfContent(attributes, hasPicture)
}

function viewerOfContent({ mimetype, name }: Item['attributes'], hasPicture: boolean): Viewer {
  const type = mimetype ?? ''
  if (type === 'application/pdf') return 'pdf'
  if (type.startsWith('video/')) return 'video'
  if (hasPicture) return 'picture'
  if (type.startsWith('audio/')) return 'audio'
  if (TEXT_TYPE.test(type)) return /\.(md|markdown)$/i.test(name) ? 'markdown' : 'text'
  return 'card'
}

/** Identifies the content of a file, unlike its id, which it keeps when it is replaced. */
export const contentKey = ({ updated_at, size_bytes, versions }: Item['attributes']): string =>
  [Date.parse(updated_at), size_bytes, versions].join('-')

/** Whether the content is still the one from before: deleting earlier versions keeps it. */
export const isSameContent = (before: Item['attributes'], now: Item['attributes']): boolean =>
  !(now.versions > before.versions) &&
  contentKey({ ...now, versions: before.versions }) === contentKey(before)

/** Returns the URL of the present content, so that viewers load a new one again. */
export function contentUrl(attributes: Item['attributes']): string | null {
  const { file_url } = attributes
  return file_url && `${file_url}${file_url.includes('?') ? '&' : '?'}v=${contentKey(attributes)}`
}

/**
 * Returns null where there is no picture, or not yet. Never an SVG or other markup: those are shown
 * as thumbnails.
 */
export function pictureUrl(attributes: Item['attributes']): string | null {
  const { mimetype, size_bytes, thumbnail } = attributes
  const isNative = NATIVE_PICTURE.test(mimetype ?? '') && size_bytes <= MAX_PICTURE_BYTES
  return (isNative && contentUrl(attributes)) || (thumbnail?.xl ?? null)
}
