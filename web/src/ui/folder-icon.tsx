import { Emoji } from './emoji.tsx'
import classes from './folder-icon.module.css'

interface FolderIconProps {
  color?: string | null
  emoji?: string | null
  size?: number
}

/**
 * Two tones of the folder's colour, with its emoji on the front. Decorative: the name is next to
 * it.
 */
export function FolderIcon({ color, emoji, size = 30 }: FolderIconProps) {
  const style = { width: size, height: size, '--folder': color ?? undefined }
  return (
    <span className={classes.folder} style={style} aria-hidden>
      <svg viewBox="0 0 30 30" width={size} height={size} aria-hidden>
        <path
          className={classes.back}
          d="M3 8.5A2.5 2.5 0 0 1 5.5 6h5.2c.6 0 1.1.2 1.5.6l1.7 1.7c.4.4.9.6 1.5.6h9.1A2.5 2.5 0 0 1 27 11.4V14H3z"
        />
        <path
          className={classes.front}
          d="M3 13a1.5 1.5 0 0 1 1.5-1.5h21A1.5 1.5 0 0 1 27 13v9.5a2.5 2.5 0 0 1-2.5 2.5h-19A2.5 2.5 0 0 1 3 22.5z"
        />
      </svg>
      {emoji && (
        <span className={classes.emoji}>
          <Emoji emoji={emoji} size={Math.round(size * 0.42)} />
        </span>
      )}
    </span>
  )
}
