import type { Item } from '@coffer/contract/items'
import { useState } from 'react'
import { FileTile } from '../../ui/file-tile.tsx'
import { FileCard } from './file-card.tsx'
import { contentUrl } from './viewer-of.ts'
import classes from './views.module.css'

/** Plays video and audio natively; seeking loads only the part it needs. */
export function MediaView({ item, onDownload }: { item: Item; onDownload: (item: Item) => void }) {
  const [hasFailed, setHasFailed] = useState(false)
  const { name, mimetype, thumbnail } = item.attributes
  const src = contentUrl(item.attributes)
  if (hasFailed || !src) return <FileCard item={item} onDownload={onDownload} />
  const mediaProps = { src, controls: true, onError: () => setHasFailed(true) }
  if (mimetype?.startsWith('audio/'))
    return (
      <div className={classes.audio}>
        <FileTile name={name} size={96} />
        <audio {...mediaProps} aria-label={name} />
      </div>
    )
  return (
    <video
      {...mediaProps}
      className={classes.video}
      poster={thumbnail?.xl}
      aria-label={name}
      playsInline
    />
  )
}
