import type { Item } from '@coffer/contract/items'
import { useState } from 'react'
import { FileTile } from '../../ui/file-tile.tsx'
import { FileCard } from './file-card.tsx'
import classes from './views.module.css'

/** Video and audio as the browser plays them; moving to another place asks for that piece only. */
export function MediaView({ item, onDownload }: { item: Item; onDownload: (item: Item) => void }) {
  const [isFailed, setFailed] = useState(false)
  const { file_url, name, mimetype, thumbnail } = item.attributes
  if (isFailed || !file_url) return <FileCard item={item} onDownload={onDownload} />
  const shared = { src: file_url, controls: true, onError: () => setFailed(true) }
  if (mimetype?.startsWith('audio/'))
    return (
      <div className={classes.audio}>
        <FileTile name={name} size={96} />
        <audio {...shared} aria-label={name} />
      </div>
    )
  return (
    <video
      {...shared}
      className={classes.video}
      poster={thumbnail?.xl}
      aria-label={name}
      playsInline
    />
  )
}
