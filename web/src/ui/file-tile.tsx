import { File } from 'lucide-react'
import { fileKind } from './file-kind.ts'
import classes from './file-tile.module.css'
import { ThumbnailImage } from './thumbnail.tsx'

interface FileTileProps {
  name: string
  /** Thumbnail of images. */
  picture?: string | null
  size?: number
}

/** A file's label on the colour of its kind. Decorative: the name is next to it. */
export function FileTile({ name, picture, size = 30 }: FileTileProps) {
  const box = { width: size, height: size, borderRadius: Math.max(6, size * 0.2) }
  const { kind, label } = fileKind(name)
  const fontSize = size * (label.length > 3 ? 0.26 : 0.32)
  return (
    <span className={classes.tile} data-kind={kind} style={{ ...box, fontSize }} aria-hidden>
      {label || <File size={size * 0.5} strokeWidth={1.75} />}
      {picture && <ThumbnailImage src={picture} />}
    </span>
  )
}
